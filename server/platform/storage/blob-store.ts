/**
 * Blobs by key, on the local disk or in S3. The server generates the keys (`recordings/<company>/<id>`), never from a
 * file name.
 */
import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

export interface BlobStore {
  put(key: string, body: Buffer | Readable, options?: { contentType?: string }): Promise<void>;
  /**
   * Reads a range of a blob (both ends inclusive), or the whole blob without a range. Throws CallError('NO_DATA') if
   * there is no such blob.
   */
  get(key: string, range?: { start: number; end?: number }): Promise<Readable>;
  /** size in bytes; null if there is no such blob */
  size(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /**
   * Syncs a finished resumable upload to the disk, so that it survives a power loss; absent if the storage does so itself.
   */
  sync?(key: string): Promise<void>;
  /** the tus data store, whose finished files are blobs at `uploads/<uploadId>` */
  tus(): DataStore;
}
