/** Writes the demo's links as the link feature stores them once they are read. */
import { newId, spaceOf } from '../../../../sync/model/ids';
import { linkIdentity } from '../../../../sync/model/link-address';
import type { TextPart } from '../../../../sync/model/parsed-text';
import { hashOf } from '../page-reader';
import { pageRows } from '../page-rows';
import '../tables';
import { BLANK_ITEM } from '../../projects/new-item';
import type { DemoSeed } from '../../../shared/demo';
import { DEMO_LINKS, type DemoLinks, type DemoPage } from './links';
import { DAY } from '../../../shared/demo-durations';

/** days before the first start at which they were read */
const READ_DAYS_AGO = 3;

interface Place {
  projectId: string;
  addedBy: string;
  language: string;
  at: number;
}

export async function writeDemoLinks(seed: DemoSeed): Promise<void> {
  const at = seed.platform.clock.now() - READ_DAYS_AGO * DAY;
  for (const { id, content } of seed.projects) {
    const links = DEMO_LINKS[content.title];
    if (!links) continue;
    const place = { projectId: id, addedBy: seed.cast.people[links.by], language: links.language, at };
    await writeWebsite(seed, place, links.website);
    const itemId = newId(at);
    await writeLink(seed, itemId, links.page.url);
    await writePage(seed, place, { itemId, siteId: itemId, position: 0 }, links.page);
  }
}

async function writeWebsite(seed: DemoSeed, place: Place, { url, pages }: DemoLinks['website']): Promise<void> {
  const siteId = newId(place.at);
  await writeLink(seed, siteId, url);
  let size = 0;
  for (const [position, page] of pages.entries())
    size += await writePage(
      seed,
      place,
      { itemId: newId(place.at), siteId, position },
      { ...page, url: url + page.path },
    );
  const { projectId, addedBy, at } = place;
  await seed.tx.put(
    'projectItems',
    siteId,
    {
      ...BLANK_ITEM,
      space: spaceOf('project', projectId),
      projectId,
      itemType: 'website',
      title: pages[0]!.title,
      url,
      crawlStatus: 'crawled',
      depth: 3,
      pageLimit: 200,
      size,
      pages: pages.length,
      addedBy,
      createdAt: at,
      contentAt: at,
    },
    at,
  );
}

const writeLink = ({ platform, tx }: DemoSeed, id: string, url: string) =>
  platform.db
    .insertInto('link')
    .values({ company_id: tx.companyId, id, address: linkIdentity(url) })
    .execute();

const partsOf = (text: string): TextPart[] =>
  text.split('\n').map((line, n) => {
    const isHeading = line.startsWith('# ');
    return {
      id: `p${n + 1}`,
      kind: isHeading ? 'heading' : 'text',
      level: isHeading ? 1 : 0,
      text: isHeading ? line.slice(2) : line,
      place: {},
    };
  });

/** A single page, or a page of a website. Gives the bytes of its text. */
async function writePage(
  { platform, tx }: DemoSeed,
  { projectId, addedBy, language, at }: Place,
  { itemId, siteId, position }: { itemId: string; siteId: string; position: number },
  { title, text, url }: DemoPage & { url: string },
): Promise<number> {
  const isSingle = itemId === siteId;
  const space = spaceOf('project', projectId);
  const parts = partsOf(text);
  const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part.text), 0);
  const hash = hashOf({ parts });
  await tx.put(
    'projectItems',
    itemId,
    {
      ...BLANK_ITEM,
      space,
      projectId,
      itemType: isSingle ? 'singleUrl' : 'websiteUrl',
      parentId: isSingle ? '' : siteId,
      position,
      title,
      url,
      size,
      mimeType: 'text/html',
      sha256: hash,
      parseStatus: 'parsed',
      crawlStatus: 'crawled',
      language,
      addedBy,
      createdAt: at,
      contentAt: at,
    },
    at,
  );
  const outline = parts
    .filter(({ kind }) => kind === 'heading')
    .map((part) => ({ title: part.text, level: 1, partId: part.id }));
  await tx.put(
    'itemTexts',
    itemId,
    { space, projectId, version: 0, title, language, parts, outline, fetchedAt: at, parsedAt: at },
    at,
  );
  await pageRows(platform, tx.companyId).save({
    site_id: siteId,
    item_id: itemId,
    address: linkIdentity(url),
    url,
    etag: '',
    last_modified: '',
    hash,
    links: [],
  });
  return size;
}
