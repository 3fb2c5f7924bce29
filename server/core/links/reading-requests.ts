/**
 * Starts and ends the reading of links: a run in the caller's transaction, and at most one unfinished run for each
 * link.
 */
import type { Platform } from '../../platform/context';
import { cancelRunOf, cancelRunsOf } from '../../runs/cancel';
import { startRun } from '../../runs/start';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import './tables';

export const CRAWL_RUN = 'link.crawl';
export const READ_RUN = 'link.read';

type Item = StoredDoc<'projectItems'>;

/** Input of a run that reads a link. */
export interface ReadingInput {
  /** a person started the run, and is notified when it ends */
  isAsked: boolean;
}

const runOf = ({ itemType }: Pick<Item, 'itemType'>): string => (itemType === 'website' ? CRAWL_RUN : READ_RUN);

/**
 * The link becomes `waiting`, and a run starts.
 * @param ownerId the person who sees the run and whose use of the service it counts as
 */
export async function startReading(
  platform: Platform,
  tx: SyncTransaction,
  item: Pick<Item, 'id' | 'itemType'>,
  ownerId: string,
  input: ReadingInput = { isAsked: true },
): Promise<void> {
  await tx.put('projectItems', item.id, { crawlStatus: 'waiting', error: '' });
  await platform.db
    .updateTable('link')
    .set({ tried_at: tx.now() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', item.id)
    .execute();
  await startRun(platform, runOf(item), {
    companyId: tx.companyId,
    ownerId,
    subject: { collection: 'projectItems', id: item.id },
    input,
    key: item.id,
  });
}

/** Ends the reading of a link that is deleted. */
export const stopReading = (
  platform: Platform,
  tx: SyncTransaction,
  item: Pick<Item, 'id' | 'itemType'>,
): Promise<void> => cancelRunOf(platform, tx.companyId, runOf(item), item.id);

/** As `stopReading`, for items that are deleted with something else; those that are no links are not read. */
export const stopReadings = (
  platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs'>,
  companyId: string,
  ids: readonly string[],
): Promise<void> => cancelRunsOf(platform, companyId, [CRAWL_RUN, READ_RUN], ids);
