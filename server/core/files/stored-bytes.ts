/** Counts the stored bytes of files, and deletes bytes to which no row refers. */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import { createResumable, type Storage } from '../uploads/resumable';
import './tables';

/** The uploads to whose bytes a row refers. */
const needed = (companyId: string, uploadIds: readonly string[]) => sql<{ upload_id: string }>`
  select upload_id from file_version where company_id = ${companyId} and upload_id = any(${[...uploadIds]}::text[])
  union select upload_id from file_upload where company_id = ${companyId} and upload_id = any(${[...uploadIds]}::text[])
  union select upload_id from temporary_file where company_id = ${companyId} and upload_id = any(${[...uploadIds]}::text[])`;

/** Deletes the bytes of uploads to which no row refers, after the commit of the caller's transaction. */
export async function releaseBytes(core: Storage, companyId: string, uploadIds: readonly string[]): Promise<void> {
  if (uploadIds.length === 0) return;
  const { platform } = core;
  const { rows } = await needed(companyId, uploadIds).execute(platform.db);
  const kept = new Set(rows.map(({ upload_id: id }) => id));
  const { removeBytes } = createResumable(core);
  let removal: Promise<void> | undefined;
  platform.afterCommit(() => {
    removal = (async () => {
      for (const id of new Set(uploadIds)) if (!kept.has(id)) await removeBytes(id);
    })();
    return removal;
  });
  // outside a transaction, `afterCommit` has already started the removal
  await removal;
}

/** Bytes that files of a company use. Open uploads count with their declared size, shared bytes once. */
export async function fileBytes({ db }: Pick<Platform, 'db'>, companyId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(size), 0) as bytes from (
      select distinct on (upload_id) size from (
        select upload_id, size from file_version where company_id = ${companyId}
        union all select upload_id, size from file_upload where company_id = ${companyId}
        union all select upload_id, size from temporary_file where company_id = ${companyId}) stored
      order by upload_id) once`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Bytes of all versions of files; bytes of several versions count once. */
export async function versionBytesOf(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  itemIds: readonly string[],
): Promise<{ bytes: number }> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(size), 0) as bytes from (
      select distinct on (upload_id) size from file_version
      where company_id = ${companyId} and item_id = any(${[...itemIds]}::text[]) order by upload_id) once`.execute(db);
  return { bytes: Number(rows[0]?.bytes ?? 0) };
}
