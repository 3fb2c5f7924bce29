/** Deletes abandoned uploads, versions of erased files, expired temporary files and addresses, and their bytes. */
import { sql } from 'kysely';
import type { SyncTransaction } from '../../sync/store';
import { dropUpload } from './file-uploads';
import type { FileServices } from './services';
import { releaseBytes } from './stored-bytes';
import './tables';

type Parts = Pick<FileServices, 'platform' | 'storedBytes'>;

/** milliseconds after which open uploads are deleted */
export const ABANDONED_MS = 24 * 60 * 60_000;
/** rows that one step deletes */
const BATCH = 500;

type Freed = { company_id: string; upload_id: string };

async function release(core: Parts, rows: readonly Freed[]): Promise<void> {
  for (const companyId of new Set(rows.map((row) => row.company_id)))
    await releaseBytes(
      core,
      companyId,
      rows.filter((row) => row.company_id === companyId).map((row) => row.upload_id),
    );
}

/** Runs every night. Returns the number of deleted uploads, versions and temporary files. */
export async function purgeFiles(core: Parts): Promise<number> {
  const { db, clock } = core.platform;
  const now = clock.now();
  let removed = 0;
  const all = async (step: () => Promise<number>): Promise<void> => {
    for (let n = BATCH; n === BATCH; removed += n) n = await step();
  };
  await all(async () => {
    const rows = await db
      .selectFrom('file_upload')
      .select(['company_id', 'upload_id'])
      .where('created_at', '<', now - ABANDONED_MS)
      .limit(BATCH)
      .execute();
    for (const row of rows) await dropUpload(core, row);
    return rows.length;
  });
  await all(async () => {
    // a deleted file can be restored until its content is erased (`data` is empty)
    const { rows } = await sql<Freed>`
      delete from file_version where (company_id, item_id, version) in (
        select v.company_id, v.item_id, v.version from file_version v
        where not exists (select from doc d where d.company_id = v.company_id and d.collection = 'projectItems'
          and d.id = v.item_id and (not d.deleted or d.data <> '{}'::jsonb)) limit ${BATCH})
      returning company_id, upload_id`.execute(db);
    await release(core, rows);
    return rows.length;
  });
  await all(async () => {
    const { rows } = await sql<Freed>`
      delete from temporary_file where (company_id, id) in (
        select company_id, id from temporary_file where expires_at <= ${now}::bigint limit ${BATCH})
      returning company_id, upload_id`.execute(db);
    await release(core, rows);
    return rows.length;
  });
  await db.deleteFrom('file_batch').where('expires_at', '<', now).execute();
  return removed;
}

/** Deletes the temporary files, open uploads and addresses of a leaving member. Project files stay. */
export async function dropPersonalFiles(core: Parts, tx: SyncTransaction, userId: string): Promise<object> {
  const { db } = core.platform;
  const freed: Freed[] = [];
  for (const table of ['temporary_file', 'file_upload'] as const)
    freed.push(
      ...(await db
        .deleteFrom(table)
        .where('company_id', '=', tx.companyId)
        .where('user_id', '=', userId)
        .returning(['company_id', 'upload_id'])
        .execute()),
    );
  await db.deleteFrom('file_batch').where('company_id', '=', tx.companyId).where('user_id', '=', userId).execute();
  await release(core, freed);
  return {};
}
