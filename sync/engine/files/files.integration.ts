/** Bytes of files in the device database: crashes between steps, a full disk, and the order in which space is freed. */
import { createHash } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../model/ids';
import { MemoryLocks } from '../../../tests/support/memory-locks';
import { ChunkWriter } from '../recording/chunk-writer';
import { DeviceDatabase } from '../storage/device-database';
import { fileLock, type LocalFile } from '../storage/device-rows';
import { freeFileSpace, trimFiles } from '../storage/file-space';
import { newDataKey, Vault } from '../storage/sealing/vault';
import {
  adoptFiles,
  deleteStaleFiles,
  fileBlob,
  fileRows,
  orphanFiles,
  ROW_BYTES,
  settleAbandoned,
  shownFile,
  slicesOf,
  storeFile,
} from './file-store';

let db: DeviceDatabase;
let locks: MemoryLocks;
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const text = (bytes: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length: bytes }, (_, i) => i % 251);
const full = (): Error => Object.assign(new Error('full'), { name: 'QuotaExceededError' });

const FILE = { itemId: 'f1', version: 1, name: 'a.txt', mimeType: 'text/plain', isKept: false };
const store = (bytes: Uint8Array<ArrayBuffer>, then: (stored: LocalFile) => Promise<unknown> = queue) =>
  storeFile({ device: db, locks, now: 1 }, { ...FILE, transfer: 'storing' }, slicesOf(new Blob([bytes])), then);
const queue = async ({ id }: LocalFile): Promise<string> => {
  await db.files.update(id, { transfer: 'queued' });
  return id;
};
const counts = async (): Promise<number[]> => [await db.files.count(), await db.fileChunks.count()];
/** A file that the server has. */
async function sent(fields: Partial<LocalFile> & { id: string }): Promise<void> {
  await db.files.put({
    ...FILE,
    transfer: 'seen',
    bytes: 100,
    chunks: 1,
    sha256: 'x',
    addedAt: 1,
    usedAt: 1,
    ...fields,
  });
  await db.fileChunks.put({ fileId: fields.id, seq: 0, bytes: new Uint8Array(100) });
}
const ids = async (): Promise<string[]> => (await db.files.rows.toCollection().primaryKeys()).sort();
/** Items on this device. */
const documents = (...items: { id: string; version: number; sha256?: string }[]) => ({
  names: ['projectItems' as const],
  get: async (_kind: string, id: string) => (items.find((item) => item.id === id) ?? null) as never,
});
/** An item whose deletion is pending, or was sent. */
const deleted = (waits: boolean) => ({
  names: ['projectItems' as const],
  stored: async (_kind: string, [id]: string[]) => [{ id, _deleted: true, waits }] as never,
});

beforeEach(async () => {
  db = new DeviceDatabase('test', new Vault(await newDataKey()), { indexedDB: new IDBFactory(), IDBKeyRange });
  locks = new MemoryLocks();
});

it('stores a file in sealed rows of one size and reads the same bytes', async () => {
  const bytes = text(2 * ROW_BYTES + 5);
  const id = (await store(bytes)) as string;
  expect(await db.files.get(id)).toMatchObject({ bytes: bytes.length, chunks: 3, sha256: sha(bytes), name: 'a.txt' });
  const sizes = [];
  for await (const row of fileRows(db, id)) sizes.push(row.bytes.length);
  expect(sizes).toEqual([ROW_BYTES, ROW_BYTES, 5]);
  const blob = (await fileBlob(db, id))!;
  expect([blob.type, sha(new Uint8Array(await blob.arrayBuffer()))]).toEqual(['text/plain', sha(bytes)]);
  expect(Object.keys((await db.files.rows.get(id))!)).not.toContain('name');
});

it('does not present a file with a missing or damaged row', async () => {
  const id = (await store(text(ROW_BYTES + 1))) as string;
  const row = (await db.fileChunks.rows.get([id, 1]))!;
  await db.fileChunks.rows.put({ ...row, sealed: row.sealed.map((byte) => byte ^ 1) });
  expect(await fileBlob(db, id)).toBeNull();
  await db.fileChunks.rows.delete([id, 1]);
  expect(await fileBlob(db, id)).toBeNull();
});

it('leaves nothing behind when the disk is full, the file cannot be read or its item is not created', async () => {
  const add = db.fileChunks.rows.add.bind(db.fileChunks.rows);
  db.fileChunks.rows.add = ((row: { seq: number }) =>
    row.seq < 1 ? add(row as never) : Promise.reject(full())) as unknown as typeof add;
  await expect(store(text(ROW_BYTES + 1))).rejects.toMatchObject({ code: 'DEVICE_STORAGE_FULL' });
  expect(await counts()).toEqual([0, 0]);
  db.fileChunks.rows.add = add;
  async function* broken() {
    yield text(ROW_BYTES);
    throw new DOMException('gone', 'NotReadableError');
  }
  await expect(
    storeFile({ device: db, locks, now: 1 }, { ...FILE, transfer: 'storing' }, broken(), queue),
  ).rejects.toThrow('gone');
  await expect(store(text(5), () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await counts()).toEqual([0, 0]);
});

it('deletes files that the server has to store a new file, but not to store a downloaded one', async () => {
  let room = 1;
  const add = db.fileChunks.rows.add.bind(db.fileChunks.rows);
  db.fileChunks.rows.add = ((row: never) => {
    room -= 1;
    return room < 0 ? Promise.reject(full()) : add(row);
  }) as unknown as typeof add;
  const remove = db.fileChunks.rows.where.bind(db.fileChunks.rows);
  db.fileChunks.rows.where = ((index: string) => {
    room += 2;
    return remove(index);
  }) as unknown as typeof remove;
  await sent({ id: 'seen1' });
  await expect(
    storeFile(
      { device: db, locks, now: 1 },
      { ...FILE, transfer: 'fetching' },
      slicesOf(new Blob([text(2 * ROW_BYTES)])),
      async ({ id }) => id,
    ),
  ).rejects.toMatchObject({ code: 'DEVICE_STORAGE_FULL' });
  expect(await ids()).toEqual(['seen1']);
  room = 1;
  const id = (await store(text(2 * ROW_BYTES))) as string;
  expect(await ids()).toEqual([id]);
});

it('frees the least recently used files first, kept projects last, and never unsent files', async () => {
  await sent({ id: 'kept', isKept: true, usedAt: 0 });
  await sent({ id: 'old', usedAt: 1 });
  await sent({ id: 'new', usedAt: 2, transfer: 'onServer' });
  for (const transfer of ['queued', 'uploading', 'paused', 'orphan', 'storing'] as const)
    await sent({ id: transfer, transfer });
  await trimFiles(db, 100);
  expect(await ids()).not.toContain('old');
  expect(await ids()).toContain('new');
  expect(await freeFileSpace(db, 1)).toBe(100);
  expect(await ids()).not.toContain('new');
  expect(await freeFileSpace(db, 1_000_000)).toBe(100);
  expect(await ids()).toEqual(['orphan', 'paused', 'queued', 'storing', 'uploading']);
  expect(await db.fileChunks.count()).toBe(5);
});

it('makes room for a recording', async () => {
  await sent({ id: 'seen1' });
  const writer = await ChunkWriter.begin(db, {
    id: newId(),
    meetingId: 'm1',
    fileName: 'a.mp3',
    mimeType: 'audio/mpeg',
    language: 'en',
    source: 'microphone',
    startedAt: 1,
  });
  const add = db.chunks.rows.add.bind(db.chunks.rows);
  let attempts = 0;
  db.chunks.rows.add = ((row: never) => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(full()) : add(row);
  }) as unknown as typeof add;
  await writer.append(new Uint8Array(10), 3_000, { wallMs: 3_000, gaps: [] });
  expect([await ids(), await db.chunks.count()]).toEqual([[], 1]);
});

it('after a killed browser, deletes incomplete files and sends complete files with an item', async () => {
  const bytes = text(100);
  /** the browser ends at a point of `storeFile`: the row stays as it was then */
  const killedAt = async (row: Partial<LocalFile> & { id: string }): Promise<void> =>
    sent({ transfer: 'storing', sha256: sha(bytes), version: 1, ...row });
  await killedAt({ id: 'part', itemId: 'a', sha256: '' });
  await killedAt({ id: 'noItem', itemId: 'b' });
  await killedAt({ id: 'whole', itemId: 'c' });
  await killedAt({ id: 'newVersion', itemId: 'd', version: 2 });
  await killedAt({ id: 'read', itemId: 'd', version: 3, transfer: 'fetching' });
  await killedAt({ id: 'running', itemId: 'c' });
  await killedAt({ id: 'asked', itemId: 'c', projectId: 'p', transfer: 'undecided' });
  await killedAt({ id: 'answered', itemId: 'c', projectId: 'p', transfer: 'undecided' });
  const items = documents(
    ...[
      { id: 'a', version: 0 },
      { id: 'c', version: 0 },
      { id: 'd', version: 1 },
    ],
    { id: 'answered', version: 0 },
  );
  await locks.request(fileLock('running'), async () => {
    await settleAbandoned({ device: db, documents: items, locks });
  });
  expect((await db.files.rows.toArray()).map(({ id, transfer }) => [id, transfer]).sort()).toEqual([
    ['answered', 'queued'],
    ['asked', 'undecided'],
    ['newVersion', 'queued'],
    ['running', 'storing'],
    ['whole', 'queued'],
  ]);
  expect((await db.files.get('answered'))?.itemId).toBe('answered');
});

it('keeps a file that another tab finished after it was listed', async () => {
  await sent({ id: 'late', itemId: 'a', transfer: 'storing', sha256: '' });
  vi.spyOn(locks, 'request').mockImplementationOnce(async (...args: unknown[]) => {
    await db.files.update('late', { sha256: 'x', transfer: 'queued' });
    return (args.at(-1) as LockGrantedCallback<never>)({ name: 'any', mode: 'exclusive' });
  });
  await settleAbandoned({ device: db, documents: documents(), locks });
  expect(await db.files.get('late')).toMatchObject({ transfer: 'queued' });
});

it('keeps bytes of a deleted item that were not sent for thirty days', async () => {
  const id = (await store(text(5))) as string;
  const DAY = 24 * 60 * 60_000;
  await orphanFiles(db, ['f1'], DAY);
  await sent({ id: 'seen1' });
  await deleteStaleFiles(db, deleted(true), 2 * DAY);
  expect(await ids()).toContain('seen1');
  await deleteStaleFiles(db, deleted(false), 31 * DAY);
  expect(await db.files.get(id)).toMatchObject({ transfer: 'orphan' });
  expect(await ids()).toEqual([id]);
  await adoptFiles(db, ['f1']);
  expect(await db.files.get(id)).toMatchObject({ transfer: 'queued' });
  await orphanFiles(db, ['f1'], DAY);
  await deleteStaleFiles(db, deleted(false), 32 * DAY);
  expect(await counts()).toEqual([0, 0]);
});

it('shows the version that was added here last as the current one, and others by their number', () => {
  const row = (id: string, version: number, transfer: LocalFile['transfer'], addedAt = 1) =>
    ({ id, itemId: 'f1', version, transfer, addedAt }) as LocalFile;
  const rows = [row('v1', 1, 'seen'), row('v2', 2, 'onServer'), row('mine', 3, 'queued'), row('mine2', 4, 'paused', 2)];
  expect(shownFile(rows, 2)?.id).toBe('mine2');
  expect(shownFile(rows, 2, 1)?.id).toBe('v1');
  expect(shownFile(rows.slice(0, 2), 2)?.id).toBe('v2');
  // sent a moment ago: the item has its number after the next pull
  expect(shownFile(rows.slice(0, 2), 1)?.id).toBe('v2');
  // this device has an earlier version only
  expect(shownFile(rows.slice(0, 2), 3)).toBeUndefined();
});
