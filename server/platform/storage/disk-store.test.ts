import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskStore } from './disk-store';

let folder: string;
let store: DiskStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-blobs-'));
  store = new DiskStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('blobs on the disk', () => {
  it('are written, read by range, measured and deleted', async () => {
    await store.put('recordings/c/1', Readable.from([Buffer.from('hello '), Buffer.from('world')]));
    expect(await text(await store.get('recordings/c/1'))).toBe('hello world');
    expect(await text(await store.get('recordings/c/1', { start: 6, end: 8 }))).toBe('wor');
    expect(await text(await store.get('recordings/c/1', { start: 6 }))).toBe('world');
    expect(await store.size('recordings/c/1')).toBe(11);
    await store.put('recordings/c/1', Buffer.from('again'));
    expect(await store.size('recordings/c/1')).toBe(5);
    await store.delete('recordings/c/1');
    expect(await store.size('recordings/c/1')).toBeNull();
    await expect(store.get('recordings/c/1')).rejects.toMatchObject({ code: 'NO_DATA' });
    await store.delete('recordings/c/1');
  });

  it('appear atomically', async () => {
    const cut = new Readable({
      read() {
        this.push('half');
        this.destroy(new Error('cut'));
      },
    });
    await expect(store.put('a/b', cut)).rejects.toThrow('cut');
    expect(await store.size('a/b')).toBeNull();
    expect(readdirSync(folder).filter((name) => name.startsWith('.new'))).toEqual([]);
  });

  it.each(['../a', 'a/../b', '/a', 'a//b', '.hidden', 'a/.b', 'a\\b', 'a\0', '', 'a/', 'x'.repeat(600)])(
    'refuse the key %j',
    async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'PARAM_ERROR' });
      await expect(store.size(key)).rejects.toMatchObject({ code: 'PARAM_ERROR' });
    },
  );
});
