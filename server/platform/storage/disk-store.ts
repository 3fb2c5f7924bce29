/**
 * Blobs as files of the data folder. A file appears whole: it is written beside its place, brought to the disk, and renamed.
 */
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

/** A full disk is told as what it is. */
const told = (error: unknown): unknown =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
    ? new CallError('STORAGE_FULL', { cause: error })
    : error;

export class DiskStore implements BlobStore {
  private readonly uploads: DataStore;

  /** @param folder of the blobs */
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
      throw told(error);
    }
  }

  async get(key: string, range?: { start: number; end?: number }): Promise<Readable> {
    if ((await this.size(key)) === null) throw new CallError('NO_DATA');
    return createReadStream(
      this.path(key),
      range ? { start: range.start, ...(range.end === undefined ? {} : { end: range.end }) } : {},
    );
  }

  /** Parts of uploads are written without waiting for the disk, which would slow each of them down; once is enough, at the end. */
  async seal(key: string): Promise<void> {
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
    // Beside a finished upload tus keeps what it knows of it.
    if (key.startsWith('uploads/')) await rm(`${this.path(key)}.json`, { force: true });
  }

  tus(): DataStore {
    return this.uploads;
  }

  private path(key: string): string {
    return join(this.folder, checkedKey(key));
  }
}
