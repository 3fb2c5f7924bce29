/**
 * Open uploads of project files and temporary files.
 *
 *   apply ─► row ── PATCH … PATCH ──► all bytes ── finish: check size, sha256, type by content ──► version or
 *              │                                        │                                            temporary file
 *              │                                        └ wrong hash or type: row and bytes are deleted
 *              └ not finished within a day, or the person reserves too much: deleted; the device applies again
 */
import { cleanFileName } from '../../../sync/model/file-name';
import { typeOfName, type FileType } from '../../../sync/model/file-types';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import { detectType } from '../../parsing/file-type';
import type { Actor, Platform } from '../../platform/context';
import { blobKey, createResumable, hashBlob, makeRoom, type ResumableUpload, type Ticket } from '../uploads/resumable';
import { unsupported } from './item-rules';
import type { FileServices } from './services';
import { releaseBytes } from './stored-bytes';
import type { FileUploadRow } from './tables';
import './tables';

/** bytes that a person's open uploads reserve at most in one organization: one selection of the largest files */
export const RESERVED_MAX = LIMITS.selectionFiles * LIMITS.audioBytes;
/** number of first bytes from which the type of a file is detected */
const HEAD_BYTES = 4096;
/** bytes of one MB in error messages */
const MB = 1024 * 1024;

export interface SentFile {
  name: string;
  /** bytes */
  size: number;
  sha256: string;
}

/** Returns the file with a safe name and its type by extension. Throws for a name or size that is not allowed. */
export function checkedFile<F extends Pick<SentFile, 'name' | 'size'>>(file: F): F & { type: FileType } {
  const name = cleanFileName(file.name);
  if (name === '') throw new CallError('FILE_NAME_REQUIRED');
  const type = typeOfName(name);
  if (!type) throw unsupported(name);
  if (file.size <= 0) throw new CallError('FILE_CONTENT_EMPTY');
  if (file.size > type.maxSize)
    throw new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: type.maxSize / MB } });
  return { ...file, name, type };
}

/** Finds an upload, open or finished, for the handler of the tus protocol. */
export async function findFileUpload(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  uploadId: string,
): Promise<ResumableUpload | null> {
  const row = await db
    .selectFrom('file_upload')
    .select(['upload_id', 'user_id', 'size', 'project_id'])
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  if (row)
    return {
      id: row.upload_id,
      user_id: row.user_id,
      size: row.size,
      state: 'open',
      isForThirdParties: row.project_id !== '',
    };
  const finished = await db
    .selectFrom('file_version')
    .select(['upload_id', 'user_id', 'size'])
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return finished
    ? { id: uploadId, user_id: finished.user_id, size: finished.size, state: 'finished', isForThirdParties: true }
    : null;
}

/** Deletes an open upload with its bytes. Returns false if it is not open any more, for example finished. */
export async function dropUpload(
  core: Pick<FileServices, 'platform' | 'storedBytes'>,
  row: Pick<FileUploadRow, 'company_id' | 'upload_id'>,
): Promise<boolean> {
  const dropped = await core.platform.db
    .deleteFrom('file_upload')
    .where('company_id', '=', row.company_id)
    .where('upload_id', '=', row.upload_id)
    .executeTakeFirst();
  if (dropped.numDeletedRows > 0n) await releaseBytes(core, row.company_id, [row.upload_id]);
  return dropped.numDeletedRows > 0n;
}

type Opened = Pick<FileUploadRow, 'file_id' | 'project_id' | 'name' | 'size' | 'sha256'> &
  Partial<Pick<FileUploadRow, 'chat_id' | 'makes_item'>>;

export function createFileUploads(core: FileServices) {
  const { platform } = core;
  const { db, clock } = platform;
  const bytes = createResumable(core);

  const same = (actor: Actor, { file_id: fileId, sha256 }: Pick<Opened, 'file_id' | 'sha256'>) =>
    db
      .selectFrom('file_upload')
      .selectAll()
      .where('company_id', '=', actor.companyId)
      .where('file_id', '=', fileId)
      .where('user_id', '=', actor.userId)
      .where('sha256', '=', sha256)
      .executeTakeFirst();

  const openOf = ({ companyId, userId }: Actor) =>
    db
      .selectFrom('file_upload')
      .select(['company_id', 'upload_id', 'size'])
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('upload_id', 'desc')
      .execute();

  const insert = (actor: Actor, file: Opened): Promise<FileUploadRow> =>
    platform.transaction(async () => {
      await bytes.refuseBeyondLimit(actor.companyId, file.size);
      await makeRoom(await openOf(actor), file.size, RESERVED_MAX, (row) => dropUpload(core, row));
      const now = clock.now();
      const inserted = await db
        .insertInto('file_upload')
        .values({ ...file, company_id: actor.companyId, user_id: actor.userId, upload_id: newId(now), created_at: now })
        .onConflict((c) => c.columns(['company_id', 'file_id', 'user_id', 'sha256']).doNothing())
        .returningAll()
        .executeTakeFirst();
      // A concurrent request inserted the row first: return its upload.
      return inserted ?? (await same(actor, file))!;
    });

  return {
    /** Returns the person's open upload of these bytes, which the first request creates. */
    async open(actor: Actor, file: Opened): Promise<Ticket> {
      let row = await same(actor, file);
      if (row && row.size !== file.size) {
        await dropUpload(core, row);
        row = undefined;
      }
      row ??= await insert(actor, file);
      const { company_id: companyId, upload_id: id, size } = row;
      const lock = () =>
        db
          .selectFrom('file_upload')
          .select('upload_id')
          .where('company_id', '=', companyId)
          .where('upload_id', '=', id)
          .forUpdate()
          .execute();
      try {
        await bytes.ensureBytes({ id, size }, lock);
      } catch (cause) {
        throw new CallError('S3_UPLOAD_FAILED', { cause });
      }
      return bytes.ticket({ id, size }, actor);
    },

    /** Returns the ticket of a finished upload. */
    finished: (actor: Actor, upload: { id: string; size: number }): Ticket => bytes.ticket(upload, actor),

    /** An open upload of this person; null if there is none. */
    async find({ companyId, userId }: Actor, uploadId: string): Promise<FileUploadRow | null> {
      const row = await db
        .selectFrom('file_upload')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('upload_id', '=', uploadId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * Checks the uploaded bytes and returns their type. Throws UPLOAD_NOT_FOUND and UPLOAD_INCOMPLETE, and after
     * deleting the upload UPLOAD_HASH_MISMATCH, FILE_TYPE_NOT_SUPPORT or FILE_TYPE_MISMATCH.
     */
    async verified(row: FileUploadRow): Promise<FileType> {
      const failed = (cause: unknown): never => {
        throw new CallError('S3_UPLOAD_FAILED', { cause });
      };
      const state = await bytes.stored(row.upload_id).catch(failed);
      if (!state) throw new CallError('UPLOAD_NOT_FOUND');
      if (state.offset !== row.size)
        throw new CallError('UPLOAD_INCOMPLETE', { params: { offset: state.offset, size: row.size } });
      const { sha256, head } = await hashBlob(platform, row.upload_id, HEAD_BYTES).catch(failed);
      if (sha256 !== row.sha256) {
        await dropUpload(core, row);
        throw new CallError('UPLOAD_HASH_MISMATCH');
      }
      const type = await checkedContent(head, row.name).catch(async (error: unknown) => {
        await dropUpload(core, row);
        throw error;
      });
      await Promise.resolve(platform.blobs.sync?.(blobKey(row.upload_id))).catch(failed);
      return type;
    },
  };
}

/** Detects the type by content. Throws FILE_TYPE_NOT_SUPPORT and FILE_TYPE_MISMATCH. */
export async function checkedContent(head: Uint8Array, name: string): Promise<FileType> {
  try {
    return detectType(head, name).type;
  } catch (error) {
    throw error instanceof CallError && error.code === 'FILE_TYPE_NOT_SUPPORT' ? unsupported(name) : error;
  }
}
