/** Stores a page that was read: its project item, its text, and the row that the next reading needs. */
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { clean, truncate } from '../../../sync/model/text';
import type { ErrorCode } from '../../../sync/protocol/errors';
import { RunFailure } from '../../runs/failure';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { CoreServices } from '../context';
import { BLANK_ITEM } from '../projects/new-item';
import { refuseBeyondStorage } from '../uploads/resumable';
import type { ReadPage } from './page-reader';
import { pageRows, type PageRow } from './page-rows';

type Item = StoredDoc<'projectItems'>;

export type Stored = 'new' | 'changed' | 'unchanged' | 'duplicate' | 'removed';

export interface ReadAddress {
  /** identity by which the page is known: its canonical address */
  address: string;
  /** the address that was fetched */
  url: string;
  page: ReadPage;
}

const titleOf = (title: string, address: string): string =>
  truncate(clean(title), LIMITS.fileName.max) || truncate(address, LIMITS.fileName.max);

export function createSnapshots(
  core: Pick<CoreServices, 'platform' | 'sync' | 'usage' | 'storedBytes'>,
  { companyId, runId, ownerId }: { companyId: string; runId: string; ownerId: string },
) {
  const { platform, sync, usage } = core;
  const rows = pageRows(platform, companyId);

  /** The item that is read. Throws RunFailure once it is deleted. */
  async function siteOf(tx: Pick<SyncTransaction, 'get'>, siteId: string): Promise<Item> {
    const site = await tx.get('projectItems', siteId);
    if (!site) throw new RunFailure('WEBSITE_NOT_FOUND', { isFinal: true });
    return site;
  }

  /** The effect that storing would have. */
  async function effectOf(site: Item, { address, page }: ReadAddress): Promise<{ stored: Stored; row?: PageRow }> {
    const row = site.itemType === 'website' ? await rows.byAddress(site.id, address) : await rows.byItem(site.id);
    if (!row) {
      const twin = site.itemType === 'website' ? await rows.twin(site.id, page.hash) : undefined;
      return { stored: twin === undefined ? 'new' : 'duplicate' };
    }
    if (row.removed) return { stored: 'removed', row };
    return { stored: row.hash === '' ? 'new' : row.hash === page.hash ? 'unchanged' : 'changed', row };
  }

  async function put(tx: SyncTransaction, site: Item, read: ReadAddress, row: PageRow | undefined): Promise<void> {
    const { address, url, page } = read;
    const now = tx.now();
    const isPage = site.itemType === 'website';
    const id = isPage ? (row?.item_id ?? newId(now)) : site.id;
    const [item, former] = [await tx.get('projectItems', id), await tx.get('itemTexts', id)];
    const { title, language, parts, outline, pages, notices } = page.text;
    const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part.text), 0);
    // a person may have renamed it
    const isOwnTitle =
      item !== null &&
      item.title !== '' &&
      item.title !== titleOf('', item.url) &&
      item.title !== titleOf(former?.title ?? '', item.url);
    await tx.put('projectItems', id, {
      ...(item
        ? {}
        : {
            ...BLANK_ITEM,
            space: site.space,
            projectId: site.projectId,
            itemType: 'websiteUrl',
            parentId: site.id,
            position: await rows.count(site.id),
            url: address,
            addedBy: site.addedBy,
            createdAt: now,
          }),
      ...(isOwnTitle ? {} : { title: titleOf(title, item?.url ?? address) }),
      size,
      mimeType: page.contentType,
      sha256: page.hash,
      parseStatus: 'parsed',
      crawlStatus: 'crawled',
      error: '',
      notices,
      pages,
      language,
      contentAt: now,
    });
    await tx.put('itemTexts', id, {
      space: site.space,
      projectId: site.projectId,
      version: 0,
      title,
      language,
      parts,
      outline,
      fetchedAt: now,
      parsedAt: now,
    });
    await rows.save({
      site_id: site.id,
      item_id: id,
      address,
      url,
      etag: page.etag,
      last_modified: page.lastModified,
      hash: page.hash,
      links: page.links,
    });
  }

  /** Records that a page is unchanged. Its text is not written again: devices would receive all of it. */
  async function touch(tx: SyncTransaction, itemId: string): Promise<void> {
    if (await tx.get('projectItems', itemId))
      await tx.put('projectItems', itemId, { crawlStatus: 'crawled', error: '', contentAt: tx.now() });
  }

  return {
    rows,
    siteOf: (siteId: string): Promise<Item> => sync.read(companyId, (tx) => siteOf(tx, siteId)),

    /** Stores a page. Counts a use of `file.parse` if its text is new; throws USER_SERVICE_QUOTA_EXCEEDED. */
    async store(siteId: string, read: ReadAddress): Promise<Stored> {
      const before = await effectOf(await sync.read(companyId, (tx) => siteOf(tx, siteId)), read);
      if (before.stored === 'duplicate' || before.stored === 'removed') return before.stored;
      const use =
        before.stored === 'unchanged'
          ? null
          : await usage.consume({ companyId, userId: ownerId }, 'file.parse', `${runId}/${read.page.hash}`);
      try {
        if (use) await refuseBeyondStorage(core, companyId, 0);
        return await sync.write(companyId, async (tx) => {
          const site = await siteOf(tx, siteId);
          const { stored, row } = await effectOf(site, read);
          if (stored === 'duplicate' || stored === 'removed') return stored;
          if (row && row.item_id !== site.id && !(await tx.get('projectItems', row.item_id))) {
            await rows.markRemoved([row.item_id], true);
            return 'removed';
          }
          if (stored === 'unchanged') await touch(tx, row!.item_id);
          else await put(tx, site, read, row);
          return stored;
        });
      } catch (error) {
        await use?.giveBack();
        throw error;
      }
    },

    /** Records a page that the server answered with 304 (not modified). */
    unchanged: (siteId: string, itemId: string): Promise<void> =>
      sync.write(companyId, async (tx) => {
        await siteOf(tx, siteId);
        await touch(tx, itemId);
      }),

    /** Gives a website without a name the title of its first page. */
    nameSite: (siteId: string, title: string): Promise<void> =>
      sync.write(companyId, async (tx) => {
        const site = await siteOf(tx, siteId);
        const named = titleOf(title, site.url);
        if ((site.title === '' || site.title === titleOf('', site.url)) && site.title !== named)
          await tx.put('projectItems', siteId, { title: named });
      }),

    /** Stores the number of pages of a website that this run has stored so far. */
    count: (siteId: string, pages: number): Promise<void> =>
      sync.write(companyId, async (tx) => {
        const site = await siteOf(tx, siteId);
        if (site.pages < pages) await tx.put('projectItems', siteId, { pages });
      }),

    /**
     * Records a page of a website that could not be read; it keeps its last snapshot. A page without a snapshot is added to
     * the list only if `isListed`.
     */
    failed: (siteId: string, address: string, code: ErrorCode, isListed: boolean): Promise<void> =>
      sync.write(companyId, async (tx) => {
        const site = await siteOf(tx, siteId);
        const row = (await rows.byUrl(siteId, address)) ?? (await rows.byAddress(siteId, address));
        const item = row && (await tx.get('projectItems', row.item_id));
        if (item) {
          await tx.put('projectItems', item.id, { crawlStatus: 'failed', error: code });
          return;
        }
        if (row || !isListed) return;
        const now = tx.now();
        const id = newId(now);
        await tx.put('projectItems', id, {
          ...BLANK_ITEM,
          space: site.space,
          projectId: site.projectId,
          itemType: 'websiteUrl',
          parentId: siteId,
          position: await rows.count(siteId),
          title: titleOf('', address),
          url: address,
          crawlStatus: 'failed',
          error: code,
          addedBy: site.addedBy,
          createdAt: now,
        });
        await rows.save({
          site_id: siteId,
          item_id: id,
          address,
          url: address,
          etag: '',
          last_modified: '',
          hash: '',
          links: [],
        });
      }),
  };
}
export type Snapshots = ReturnType<typeof createSnapshots>;
