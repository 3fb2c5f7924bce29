/** A blob store on the disk with scripted failures: a full disk, or a process that ends between two steps. */
import type { DataStore } from '@tus/server';
import { Readable } from 'node:stream';
import { DiskStore } from '../../server/platform/storage/disk-store';

export type Step = 'put' | 'get' | 'size' | 'seal' | 'create' | 'write' | 'getUpload' | 'remove';

export class FaultyBlobs extends DiskStore {
  /** steps that fail once at their next use */
  readonly failing: Step[] = [];
  /** bytes of a part that are written before the disk is full */
  written = 0;
  private readonly parts: DataStore;

  constructor(folder: string) {
    super(folder);
    this.parts = this.faulty(super.tus());
  }

  override tus(): DataStore {
    return this.parts;
  }
  override async put(...args: Parameters<DiskStore['put']>): Promise<void> {
    this.check('put');
    await super.put(...args);
  }
  override async get(...args: Parameters<DiskStore['get']>): Promise<Readable> {
    this.check('get');
    return super.get(...args);
  }
  override async size(key: string): Promise<number | null> {
    this.check('size');
    return super.size(key);
  }
  override async sync(key: string): Promise<void> {
    this.check('seal');
    await super.sync(key);
  }

  private check(step: Step): void {
    const at = this.failing.indexOf(step);
    if (at < 0) return;
    this.failing.splice(at, 1);
    throw Object.assign(new Error(`no space left on device: ${step}`), { code: 'ENOSPC' });
  }

  private faulty(store: DataStore): DataStore {
    const { create, write, getUpload, remove } = store;
    store.create = async (upload) => {
      this.check('create');
      return create.call(store, upload);
    };
    store.getUpload = async (id) => {
      this.check('getUpload');
      return getUpload.call(store, id);
    };
    store.remove = async (id) => {
      this.check('remove');
      return remove.call(store, id);
    };
    store.write = async (stream, id, offset) => {
      if (!this.failing.includes('write')) return write.call(store, stream, id, offset);
      const bytes: Buffer[] = [];
      for await (const chunk of stream) bytes.push(chunk as Buffer);
      const part = Buffer.concat(bytes).subarray(0, this.written);
      if (part.length > 0) await write.call(store, Readable.from([part]), id, offset);
      this.check('write');
      return offset;
    };
    return store;
  }
}
