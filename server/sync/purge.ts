/**
 * Deletions are stored for ninety days, for clients that were offline. A purge raises the purge tick of its space and
 * collection: a client whose checkpoint lies before it starts over (CHECKPOINT_TOO_OLD) and keeps its unsent changes.
 */
import { sql } from 'kysely';
import type { Platform } from '../platform/context';
import type { SyncStore } from './store';
import './tables';

export const PURGE_JOB = 'sync.purge';
/** daily, at a quiet minute */
export const PURGE_CRON = '17 3 * * *';
export const KEEP_DELETIONS_MS = 90 * 24 * 60 * 60_000;
/** rows of one transaction, which holds the lock of the company's clock */
const BATCH = 2_000;

/** Purges documents that were deleted or left a space before `before` (milliseconds since the epoch). Returns the number of rows. */
export async function purge(
  platform: Pick<Platform, 'db'>,
  store: SyncStore,
  before: number,
  signal?: AbortSignal,
): Promise<number> {
  const { rows: companies } = await sql<{ company_id: string }>`
    select company_id from doc where deleted and deleted_at < ${before}
    union select company_id from doc_exit where left_at < ${before}`.execute(platform.db);
  let total = 0;
  for (const { company_id: companyId } of companies) {
    let purged = BATCH;
    // Under the clock's lock, as an undelete by a push is: otherwise it could remove a document that was just restored.
    while (purged >= BATCH && !signal?.aborted) {
      purged = await store.write(companyId, () => purgeSome(platform.db, companyId, before));
      total += purged;
    }
  }
  return total;
}

async function purgeSome(db: Platform['db'], companyId: string, before: number): Promise<number> {
  const { rows } = await sql<{ purged: number }>`
    with docs as (
      delete from doc where company_id = ${companyId} and (collection, id) in (
        select collection, id from doc where company_id = ${companyId} and deleted and deleted_at < ${before} limit ${BATCH})
      returning space_id, collection, seq
    ), tombstones as (
      delete from doc_exit where company_id = ${companyId} and (space_id, collection, id) in (
        select space_id, collection, id from doc_exit where company_id = ${companyId} and left_at < ${before} limit ${BATCH})
      returning space_id, collection, seq
    ), gone as (
      select * from docs union all select * from tombstones
    ), noted as (
      insert into space_gc as g (company_id, space_id, collection, gc_seq)
      select ${companyId}, space_id, collection, max(seq) from gone group by space_id, collection
      on conflict (company_id, space_id, collection) do update set gc_seq = greatest(g.gc_seq, excluded.gc_seq)
    )
    select count(*)::int as purged from gone`.execute(db);
  return rows[0]!.purged;
}
