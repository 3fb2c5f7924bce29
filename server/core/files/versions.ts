/** Reads the stored versions of files, and adds new ones. */
import { sql } from 'kysely';
import { freeName, nameKey } from '../../../sync/model/file-name';
import { typeOfName } from '../../../sync/model/file-types';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { recordChange } from '../project-history/record';
import { startParsing } from './parse-request';
import type { FileServices } from './services';
import { releaseBytes } from './stored-bytes';
import type { FileVersionRow } from './tables';
import './tables';

type Item = StoredDoc<'projectItems'>;

/** versions of a file that are kept; older ones are deleted with their bytes */
export const VERSIONS_KEPT = 20;

export async function versionOf(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  itemId: string,
  version: number,
): Promise<FileVersionRow | null> {
  const row = await db
    .selectFrom('file_version')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

export const versionsOf = (
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  itemId: string,
): Promise<FileVersionRow[]> =>
  db
    .selectFrom('file_version')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('item_id', '=', itemId)
    .orderBy('version', 'desc')
    .execute();

export async function versionOfUpload(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  uploadId: string,
): Promise<FileVersionRow | null> {
  const row = await db
    .selectFrom('file_version')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .orderBy('version')
    .executeTakeFirst();
  return row ?? null;
}

/** Throws FILE_DUPLICATED if another file of the project has the same bytes. */
export async function refuseDuplicate(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  projectId: string,
  file: { id: string; name: string; sha256: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, data ->> 'title' as title from doc
    where company_id = ${companyId} and collection = 'projectItems' and not deleted
      and refs @> ${JSON.stringify({ projectId })}::jsonb and data ->> 'itemType' = 'file'
      and data ->> 'sha256' = ${file.sha256} and id <> ${file.id} limit 1`.execute(db);
  const [found] = rows;
  if (found) throw new CallError('FILE_DUPLICATED', { params: { fileName: file.name, id: found.id } });
}

/** Returns the title, numbered if a stored file of the project has it: two people may add the same name offline. */
export async function freeTitle(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  item: Pick<Item, 'id' | 'projectId' | 'title'>,
): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select data ->> 'title' as title from doc
    where company_id = ${companyId} and collection = 'projectItems' and not deleted
      and refs @> ${JSON.stringify({ projectId: item.projectId })}::jsonb and data ->> 'itemType' = 'file'
      and (data ->> 'version')::int > 0 and id <> ${item.id}`.execute(db);
  const taken = new Set(rows.map(({ title }) => nameKey(title)));
  return freeName(item.title, (key) => taken.has(key));
}

/**
 * Makes stored bytes the current version of a file, in the caller's transaction: writes the version and the item,
 * records the change, starts parsing, and deletes versions beyond VERSIONS_KEPT.
 */
export async function addVersion(
  core: FileServices,
  tx: SyncTransaction,
  item: Item,
  stored: Pick<FileVersionRow, 'upload_id' | 'name' | 'size' | 'sha256' | 'type' | 'user_id'>,
): Promise<Item> {
  const { platform } = core;
  const { companyId } = tx;
  const now = tx.now();
  const version = item.version + 1;
  await platform.db
    .insertInto('file_version')
    .values({ ...stored, company_id: companyId, item_id: item.id, version, created_at: now })
    .execute();
  const isSound = typeOfName(item.title)?.category === 'audio';
  const after = await tx.put('projectItems', item.id, {
    title: item.version === 0 ? await freeTitle(platform, companyId, item) : item.title,
    version,
    sha256: stored.sha256,
    size: stored.size,
    mimeType: stored.type,
    // audio files are not parsed; a meeting made of one is transcribed
    parseStatus: isSound ? 'parsed' : 'waiting',
    notices: isSound ? ['noText'] : item.notices,
    error: '',
    contentAt: now,
  });
  await recordChange(platform, tx, stored.user_id, 'projectItems', item, after);
  if (!isSound) await startParsing(core, companyId, item.id, stored.user_id);
  const old = await platform.db
    .deleteFrom('file_version')
    .where('company_id', '=', companyId)
    .where('item_id', '=', item.id)
    .where('version', '<=', version - VERSIONS_KEPT)
    .returning('upload_id')
    .execute();
  await releaseBytes(
    core,
    companyId,
    old.map((row) => row.upload_id),
  );
  return after;
}
