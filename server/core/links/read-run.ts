/**
 * Reading one page: a single page, or a page of a website again. Each request is a step of the run (server/runs,
 * decision 073).
 *
 *   waiting ──► crawling ──► crawled
 *      ▲            ├ unreachable or busy: tried again with backoff
 *      │            ├ redirect: the next step; that of a website's page must not leave the site
 *      │            └ cancelled, refused or too many attempts ──► canceled | failed, with the last snapshot
 *      └ restart ───┘
 */
import { linkIdentity } from '../../../sync/model/link-address';
import { RunFailure } from '../../runs/failure';
import type { RunKind } from '../../runs/run';
import type { StoredDoc } from '../../sync/store';
import type { CoreServices } from '../context';
import { isSameSite } from './frontier';
import { awaitReading, endReading, markReading, totalsOf } from './link-states';
import { conditionsOf, failureOf, failureOfReading, readingParts, stepOf, type ReadingContext } from './reading';
import { READ_RUN, type ReadingInput } from './reading-requests';

const ATTEMPTS = 4;
const REDIRECTS_MAX = 5;

type Item = StoredDoc<'projectItems'>;
/** Result of a step: the address to read next, or null if the page is stored. */
type Step = { to: string } | null;

export function readRun(core: CoreServices): RunKind<ReadingInput> {
  const { sync } = core;

  async function read(context: ReadingContext): Promise<void> {
    const { reader, snapshots } = readingParts(core, context, false);
    const { companyId, subject, signal } = context;
    const item = await markReading(sync, companyId, subject.id);
    const siteId = item.itemType === 'websiteUrl' ? item.parentId : item.id;
    const known = await snapshots.rows.byItem(item.id);

    const visit = async (address: string): Promise<Step> => {
      const asked = known?.url === address ? conditionsOf(known) : null;
      const reading = await reader.read(address, asked, signal);
      switch (reading.result) {
        case 'redirect':
          return { to: target(item, reading.to) };
        case 'page': {
          const stored = await snapshots.store(siteId, {
            // a page keeps the address under which it is listed
            address: known?.address ?? linkIdentity(item.url),
            url: address,
            page: reading,
          });
          if (stored === 'removed') throw new RunFailure('SINGLE_URL_NOT_FOUND', { isFinal: true });
          return null;
        }
        case 'unchanged':
          await snapshots.unchanged(siteId, item.id);
          return null;
        default:
          throw failureOfReading(reading);
      }
    };

    let address = item.url;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const at = address;
      const next = await context.step<Step>(stepOf('read', at, hop), at, () => visit(at));
      if (next === null) return;
      address = next.to;
    }
    throw new RunFailure('WEBSITE_URL_NOT_ACCESSIBLE', { isFinal: true });
  }

  return {
    name: READ_RUN,
    queue: { concurrency: 4, isOnePerGroup: true },
    attempts: ATTEMPTS,
    // the page stays with the organization
    whenOwnerLeaves: 'transfer',
    transaction: (companyId, work) => sync.write(companyId, work),
    handle: read,
    failureOf,
    ended: (run) =>
      sync.write(run.companyId, async (tx) => {
        const item = await endReading(sync, run);
        if (item?.itemType === 'websiteUrl' && (await tx.get('projectItems', item.parentId)))
          await tx.put('projectItems', item.parentId, await totalsOf(tx, item.parentId));
      }),
    restarted: (run) => awaitReading(sync, run),
  };
}

/** Where a redirect leads to. Throws RunFailure where the page of a website leaves its site. */
function target({ itemType, url }: Item, to: string): string {
  if (itemType === 'websiteUrl' && !isSameSite(to, url))
    throw new RunFailure('WEBSITE_URL_NOT_ACCESSIBLE', { isFinal: true });
  return to;
}
