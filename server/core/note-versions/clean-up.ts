import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import './tables';
import '../../sync/tables';

/** milliseconds for which a deleted note can be restored, and a day */
const RESTORABLE_MS = 31 * 24 * 60 * 60 * 1000;

/**
 * Deletes the versions of texts that were deleted long ago, or whose content the retention has erased. The purge of a
 * deleted document deletes the rest with it, by the foreign key. Returns the number of rows.
 */
export async function cleanUpVersions({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from note_version v using doc d
    where d.company_id = v.company_id and d.collection = v.collection and d.id = v.content_id
      and d.deleted and (d.data = '{}' or d.deleted_at < ${clock.now() - RESTORABLE_MS}::bigint)`.execute(db);
  return Number(numAffectedRows ?? 0);
}
