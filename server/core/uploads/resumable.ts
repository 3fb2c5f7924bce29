/**
 * What all resumable uploads have in common: the bytes at the blob store under the upload's id, the organization's limit,
 * and the ticket with which parts are sent (tus-handler.ts). Each kind of upload has a table of its own.
 */
import { Upload } from '@tus/server';
import { CallError } from '../../../sync/protocol/errors';
import { UPLOAD_PART_BYTES } from '../../../sync/protocol/uploads';
import type { Actor } from '../../platform/context';
import type { CoreServices } from '../context';
import { UploadTokens } from './token';

export const uploadPath = (uploadId: string): string => `/uploads/${uploadId}`;
export const blobKey = (uploadId: string): string => `uploads/${uploadId}`;

export type Storage = Pick<CoreServices, 'platform' | 'storedBytes'>;

/** A row of an upload, as far as its bytes are concerned. */
export interface ResumableUpload {
  id: string;
  user_id: string;
  /** bytes */
  size: number;
  state: 'open' | 'finished';
}

export interface Ticket {
  uploadId: string;
  url: string;
  token: string;
  partBytes: number;
}

/** The upload is missing, or incomplete because the process was killed while creating it. */
const isAbsent = (error: unknown): boolean =>
  error instanceof SyntaxError || [404, 410].includes((error as { status_code?: number }).status_code ?? 0);

/** Throws FILE_TOTAL_LENGTH_EXCEEDED beyond the organization's limit; the device keeps what it wanted to send. */
export async function refuseBeyondStorage(
  { platform: { db }, storedBytes }: Storage,
  companyId: string,
  size: number,
): Promise<void> {
  const company = await db
    .selectFrom('companies')
    .select('storage_limit')
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!company?.storage_limit) return;
  if ((await storedBytes(companyId)) + size > company.storage_limit)
    throw new CallError('FILE_TOTAL_LENGTH_EXCEEDED', { params: { maxSize: company.storage_limit / 1024 ** 3 } });
}

export function createResumable({ platform, storedBytes }: Storage) {
  const { db, clock } = platform;
  const tokens = new UploadTokens(platform.config.secret);
  const store = platform.blobs.tus();

  /**
   * The stored state of an upload; null if the store does not have it. Any other failure throws, because starting over
   * would discard stored bytes.
   */
  const stored = (uploadId: string): Promise<Upload | null> =>
    store.getUpload(uploadId).catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    });

  return {
    stored,

    /** Serialised per company: two concurrent uploads that each fit may exceed the limit together. */
    async refuseBeyondLimit(companyId: string, size: number): Promise<void> {
      await db.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
      await refuseBeyondStorage({ platform, storedBytes }, companyId, size);
    },

    /**
     * Creates the bytes of an existing row: at first, and after a kill between the two steps. Serialised by `lockRow`:
     * `create` truncates, and an apply whose answer was lost may still run while the parts of the next one arrive.
     */
    async ensureBytes(
      { id, size }: Pick<ResumableUpload, 'id' | 'size'>,
      lockRow: () => Promise<unknown>,
    ): Promise<void> {
      if (await stored(id)) return;
      await platform.transaction(async () => {
        await lockRow();
        if (!(await stored(id))) await store.create(new Upload({ id, size, offset: 0, metadata: {} }));
      });
    },

    /** Deletes the bytes of an upload whose row is gone: bytes without a row are harmless. */
    async removeBytes(uploadId: string): Promise<void> {
      await store
        .remove(uploadId)
        .catch((error: unknown) => platform.log.warn({ err: error, uploadId }, 'bytes of a deleted upload stay'));
    },

    ticket({ id, size }: Pick<ResumableUpload, 'id' | 'size'>, actor: Actor): Ticket {
      const grant = { uploadId: id, size, userId: actor.userId, companyId: actor.companyId };
      return {
        uploadId: id,
        url: uploadPath(id),
        token: tokens.sign(grant, clock.now()),
        partBytes: UPLOAD_PART_BYTES,
      };
    },
  };
}
