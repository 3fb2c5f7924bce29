/** Blobs as files in the data folder. A file appears atomically: written beside its final path, synced, and renamed. */
import { FileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CallError } from '../../../sync/protocol/errors';
import { syncPath } from '../database/durable-fs';
import type { BlobStore } from './blob-store';
import { checkedKey } from './keys';

const absent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Maps a full disk to STORAGE_FULL. */
const asStorageFull = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? new CallError('STORAGE_FULL', { cause: error })
    : error;

export class DiskStore implements BlobStore {
  private readonly uploads: DataStore;

  /** @param folder folder of the blobs */
  constructor(private readonly folder: string) {
    this.uploads = new FileStore({ directory: join(folder, 'uploads') });
  }

  async put(key: string, body: Buffer | Readable): Promise<void> {
    const path = this.path(key);
    const fresh = join(this.folder, `.new-${randomUUID()}`);
    try {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(
        Buffer.isBuffer(body) ? Readable.from([body]) : body,
        createWriteStream(fresh, { flags: 'wx', mode: 0o600 }),
      );
      const file = await open(fresh, 'r+');
      await file.sync().finally(() => file.close());
      await rename(fresh, path);
      syncPath(dirname(path));
    } catch (error) {
      await rm(fresh, { force: true });
      throw asStorageFull(error);
    }
  }

  async get(key: string, range?: { start: number; end?: number }): Promise<Readable> {
    if ((await this.size(key)) === null) throw new CallError('NO_DATA');
    return createReadStream(
      this.path(key),
      range ? { start: range.start, ...(range.end === undefined ? {} : { end: range.end }) } : {},
    );
  }

  /**
   * Chunks of uploads are written without fsync, which would slow down each of them; one fsync at the end is
   * sufficient.
   */
  async sync(key: string): Promise<void> {
    const path = this.path(key);
    const file = await open(path, 'r+');
    await file.sync().finally(() => file.close());
    syncPath(dirname(path));
  }

  async size(key: string): Promise<number | null> {
    try {
      const found = await stat(this.path(key));
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (absent(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
    // tus keeps the metadata of a finished upload beside it.
    if (key.startsWith('uploads/')) await rm(`${this.path(key)}.json`, { force: true });
  }

  tus(): DataStore {
    return this.uploads;
  }

  private path(key: string): string {
    return join(this.folder, checkedKey(key));
  }
}
