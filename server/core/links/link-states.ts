/** States of a link that people see, stored in its project item. */
import { CallError } from '../../../sync/protocol/errors';
import { RunFailure } from '../../runs/failure';
import type { Run } from '../../runs/run';
import type { StoredDoc, SyncStore, SyncTransaction } from '../../sync/store';

type Item = StoredDoc<'projectItems'>;

/** The link is `crawling` from now on. Throws RunFailure if it is deleted. */
export const markReading = (sync: SyncStore, companyId: string, id: string): Promise<Item> =>
  sync.write(companyId, async (tx) => {
    const item = await tx.get('projectItems', id);
    if (!item) throw new RunFailure('WEBSITE_NOT_FOUND', { isFinal: true });
    return item.crawlStatus === 'crawling' && item.error === ''
      ? item
      : tx.put('projectItems', id, { crawlStatus: 'crawling', error: '' });
  });

/**
 * Writes the result of a run, in the transaction that ends it. Null if the link was deleted.
 * @param fields of the item besides its state
 */
export const endReading = (
  sync: SyncStore,
  { companyId, subject, state, error }: Run,
  fields: (tx: SyncTransaction, item: Item) => Promise<Partial<Item>> = () => Promise.resolve({}),
): Promise<Item | null> =>
  sync.write(companyId, async (tx) => {
    const item = await tx.get('projectItems', subject.id);
    if (!item) return null;
    const more = await fields(tx, item);
    const end =
      state === 'SUCCEEDED'
        ? { crawlStatus: 'crawled' as const, error: '' }
        : state === 'CANCELED'
          ? { crawlStatus: 'canceled' as const, error: 'CRAWL_CANCELED' }
          : { crawlStatus: 'failed' as const, error: error || 'CRAWL_FAILED' };
    return tx.put('projectItems', item.id, { ...more, ...end });
  });

/** Resets a failed or cancelled link to `waiting`, as its run begins again. */
export const awaitReading = (sync: SyncStore, { companyId, subject }: Run): Promise<void> =>
  sync.write(companyId, async (tx) => {
    if (await tx.get('projectItems', subject.id))
      await tx.put('projectItems', subject.id, { crawlStatus: 'waiting', error: '' });
  });

/** Pages of a website that are stored, and bytes of their texts. */
export async function totalsOf(
  tx: Pick<SyncTransaction, 'list'>,
  websiteId: string,
): Promise<Pick<Item, 'pages' | 'size'>> {
  const stored = (await tx.list('projectItems', { where: { parentId: websiteId } })).filter(
    ({ contentAt }) => contentAt > 0,
  );
  return { pages: stored.length, size: stored.reduce((sum, { size }) => sum + size, 0) };
}

/** Throws CRAWL_ALREADY_RUNNING if a run is reading the link. */
export function refuseWhileReading({ crawlStatus }: Item): void {
  if (crawlStatus === 'waiting' || crawlStatus === 'crawling') throw new CallError('CRAWL_ALREADY_RUNNING');
}
