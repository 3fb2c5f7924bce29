/** Bytes by key: the local disk or any S3. Keys are made by the server (`recordings/<company>/<id>`), never from a file's name. */
import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

export interface BlobStore {
  put(key: string, body: Buffer | Readable, options?: { contentType?: string }): Promise<void>;
  /** A part of a blob, ends inclusive; the whole without range. Throws CallError('NO_DATA') where there is none. */
  get(key: string, range?: { start: number; end?: number }): Promise<Readable>;
  /** bytes, or null where there is none */
  size(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /** Brings the bytes of a resumable upload to the disk, where the storage does not do so by itself: after it, power loss takes nothing. */
  seal?(key: string): Promise<void>;
  /** the store behind resumable uploads, whose finished files are blobs at `uploads/<uploadId>` */
  tus(): DataStore;
}
