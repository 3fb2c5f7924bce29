/**
 * The common part of all resumable uploads: the bytes at the blob store under the upload's id, the organization's limit,
 * and the ticket with which parts are sent (tus-handler.ts). Each kind of upload has a table of its own.
 */
import { createHash } from 'node:crypto';
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
  /** a third party with the right to add to projects may send it for a person */
  isForThirdParties?: boolean;
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

/** Bytes that an organization may store; null for no limit. */
export async function storageLimitOf(
  { platform: { db } }: Pick<Storage, 'platform'>,
  companyId: string,
): Promise<number | null> {
  const company = await db
    .selectFrom('companies')
    .select('storage_limit')
    .where('id', '=', companyId)
    .executeTakeFirst();
  return company?.storage_limit || null;
}

/** Throws FILE_TOTAL_LENGTH_EXCEEDED beyond the organization's limit; the device keeps the unsent bytes. */
export async function refuseBeyondStorage(core: Storage, companyId: string, size: number): Promise<void> {
  const limit = await storageLimitOf(core, companyId);
  if (limit === null) return;
  if ((await core.storedBytes(companyId)) + size > limit)
    throw new CallError('FILE_TOTAL_LENGTH_EXCEEDED', { params: { maxSize: limit / 1024 ** 3 } });
}

/** open uploads of one person; a device has a few at a time */
export const OPEN_MAX = 100;

/**
 * Drops a person's oldest open uploads until the next one fits, so that one person cannot use up the organization's
 * storage: open uploads count with their declared size, even before any byte arrives. A device whose upload was dropped
 * applies again.
 * @param open a person's open uploads, the newest first
 * @param most bytes that they may reserve with the next one, of `size`
 */
export async function makeRoom<T extends { size: number }>(
  open: readonly T[],
  size: number,
  most: number,
  drop: (row: T) => Promise<unknown>,
): Promise<void> {
  let reserved = size;
  for (const [at, row] of open.entries()) {
    reserved += row.size;
    if (reserved > most || at >= OPEN_MAX - 1) await drop(row);
  }
}

/** Hash and first bytes of an upload, read once, in constant memory. */
export async function hashBlob(
  { blobs }: Pick<CoreServices['platform'], 'blobs'>,
  uploadId: string,
  headBytes: number,
): Promise<{ sha256: string; head: Buffer }> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const part of await blobs.get(blobKey(uploadId))) {
    if (head.length < headBytes) head = Buffer.concat([head, (part as Buffer).subarray(0, headBytes - head.length)]);
    hash.update(part as Buffer);
  }
  return { sha256: hash.digest('hex'), head };
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

    /** As refuseBeyondStorage, serialised per company: two concurrent uploads that each fit may exceed the limit together. */
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
        .catch((error: unknown) =>
          platform.log.warn({ err: error, uploadId }, 'the bytes of a deleted upload could not be removed'),
        );
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
