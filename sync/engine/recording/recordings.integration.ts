import { createHash, randomBytes } from 'node:crypto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../model/ids';
import { LIMITS } from '../../model/limits';
import { DeviceDatabase } from '../storage/device-database';
import { recordingLock } from '../storage/device-rows';
import { newDataKey, Vault } from '../storage/sealing/vault';
import { hashRecording, recordingBlob, recordingBytes } from './bytes';
import { ChunkWriter } from './chunk-writer';
import { importRecording, deleteIncompleteImports } from './import-recording';
import { MemoryLocks } from '../../../tests/support/memory-locks';
import { findOrphans, freeRecording, finishOrphan, recoveredRows, type LockQuery } from './recover-recording';

let db: DeviceDatabase;
const locks = (...names: string[]): LockQuery => ({
  query: async () => ({
    held: names.map((name) => ({ name, mode: 'exclusive' as const, clientId: 'x' })),
    pending: [],
  }),
});
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const gather = async (id: string): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  for await (const part of recordingBytes(db, id)) parts.push(part);
  return Buffer.concat(parts);
};

/** A WAV of 16 kHz mono silence with a correct header. */
function wav(seconds: number): Uint8Array<ArrayBuffer> {
  const data = seconds * 32_000;
  const bytes = Buffer.alloc(44 + data);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + data, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(16_000, 24);
  bytes.writeUInt32LE(32_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(data, 40);
  return new Uint8Array(bytes);
}

const begin = (id = newId()): Promise<ChunkWriter> =>
  ChunkWriter.begin(db, {
    id,
    meetingId: 'm1',
    fileName: 'Weekly.mp3',
    mimeType: 'audio/mpeg',
    language: 'en',
    source: 'microphone',
    startedAt: 1_790_000_000_000,
  });

beforeEach(async () => {
  db = new DeviceDatabase('test', new Vault(await newDataKey()), { indexedDB: new IDBFactory(), IDBKeyRange });
});

describe('ChunkWriter', () => {
  it('writes consecutive rows, and a recording row with matching sums', async () => {
    const writer = await begin();
    const parts = Array.from({ length: 8 }, () => new Uint8Array(randomBytes(18_000)));
    await Promise.all(parts.map((part, i) => writer.append(part, 3000, { wallMs: (i + 1) * 3000, gaps: [] })));
    const rows = await db.chunks.all();
    expect(rows.map((row) => row.seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(rows.map((row) => row.atMs)).toEqual([0, 3000, 6000, 9000, 12_000, 15_000, 18_000, 21_000]);
    expect(await db.recordings.get(writer.recording.id)).toMatchObject({
      state: 'recording',
      transfer: 'local',
      chunks: 8,
      bytes: 144_000,
      capturedMs: 24_000,
      wallMs: 24_000,
    });
    const done = await writer.finish(1_790_000_024_000);
    expect(done).toMatchObject({ state: 'stopped', transfer: 'queued', sha256: sha(Buffer.concat(parts)) });
    expect(sha(await gather(done.id))).toBe(done.sha256);
  });

  it('writes no further row after a failed one, which would hide the missing row', async () => {
    const writer = await begin();
    await writer.append(new Uint8Array(10), 3000, { wallMs: 3000, gaps: [] });
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    const add = db.chunks.rows.add.bind(db.chunks.rows);
    db.chunks.rows.add = (() => Promise.reject(full)) as unknown as typeof add;
    await expect(writer.append(new Uint8Array(10), 3000, { wallMs: 6000, gaps: [] })).rejects.toThrow();
    db.chunks.rows.add = add;
    await expect(writer.append(new Uint8Array(10), 3000, { wallMs: 9000, gaps: [] })).rejects.toThrow();
    expect(await db.chunks.count()).toBe(1);
    expect(await writer.finish(0)).toMatchObject({ chunks: 1, bytes: 10, capturedMs: 3000 });
  });
});

describe('importRecording', () => {
  it('copies a file slice by slice, with its hash and, for a WAV, its duration', async () => {
    const bytes = wav(70);
    const done = await importRecording(db, {
      meetingId: 'm1',
      file: new Blob([bytes]),
      fileName: '会議　.wav',
      language: 'ja',
    });
    expect(done).toMatchObject({
      state: 'imported',
      transfer: 'queued',
      mimeType: 'audio/wav',
      bytes: bytes.length,
      chunks: 3,
      capturedMs: 70_000,
      sha256: sha(bytes),
    });
    expect(sha(await gather(done.id))).toBe(sha(bytes));
    const blob = await recordingBlob(db, done.id);
    expect(blob?.type).toBe('audio/wav');
    expect(sha(new Uint8Array(await blob!.arrayBuffer()))).toBe(sha(bytes));
  });

  it.each([
    ['a text with the name of a sound', new Blob(['hello, this is no sound at all']), 'x.mp3', 'FILE_TYPE_NOT_SUPPORT'],
    [
      'Matroska that is not WebM',
      new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88]), 'matroska']),
      'x.webm',
      'FILE_TYPE_NOT_SUPPORT',
    ],
    ['another extension', new Blob([wav(1)]), 'x.ogg', 'FILE_TYPE_NOT_SUPPORT'],
    ['an empty file', new Blob([]), 'x.wav', 'FILE_CONTENT_EMPTY'],
    ['no name', new Blob([wav(1)]), '　', 'FILE_NAME_REQUIRED'],
    ['a name of 256 graphemes', new Blob([wav(1)]), `${'あ'.repeat(252)}.wav`, 'FILE_NAME_LENGTH_EXCEEDED'],
  ])('rejects %s and leaves no rows behind', async (_, file, fileName, code) => {
    await expect(importRecording(db, { meetingId: 'm1', file, fileName, language: 'en' })).rejects.toMatchObject({
      code,
    });
    expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  });

  it('rejects a file over 300 MB before reading it', async () => {
    const file = {
      size: LIMITS.audioBytes + 1,
      slice: () => {
        throw new Error('read');
      },
    } as unknown as Blob;
    await expect(
      importRecording(db, { meetingId: 'm1', file, fileName: 'x.wav', language: 'en' }),
    ).rejects.toMatchObject({ code: 'FILE_MAX_LENGTH_EXCEEDED', details: { params: { maxSize: 300 } } });
  });

  it('reports a full device and deletes the copied rows', async () => {
    const add = db.chunks.rows.add.bind(db.chunks.rows);
    db.chunks.rows.add = ((row: { seq: number }) =>
      row.seq < 2
        ? add(row as never)
        : Promise.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))) as unknown as typeof add;
    await expect(
      importRecording(db, { meetingId: 'm1', file: new Blob([wav(100)]), fileName: 'x.wav', language: 'en' }),
    ).rejects.toMatchObject({ code: 'DEVICE_STORAGE_FULL' });
    expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  });

  it('deletes an import that a crash interrupted, but not one that another tab is running', async () => {
    const done = await importRecording(db, {
      meetingId: 'm1',
      file: new Blob([wav(2)]),
      fileName: 'x.wav',
      language: 'en',
    });
    await db.recordings.update(done.id, { sha256: '', transfer: 'local' });
    const tabs = new MemoryLocks();
    await tabs.request(recordingLock(done.id), async () => {
      expect(await deleteIncompleteImports(db, tabs)).toBe(0);
    });
    expect(await deleteIncompleteImports(db, tabs)).toBe(1);
    expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  });

  it('keeps an import that another tab finished after it was listed', async () => {
    const { id } = await importRecording(db, {
      meetingId: 'm1',
      file: new Blob([wav(2)]),
      fileName: 'x.wav',
      language: 'en',
    });
    const { sha256 } = (await db.recordings.get(id))!;
    await db.recordings.update(id, { sha256: '', transfer: 'local' });
    const tabs = new MemoryLocks();
    const request = vi.spyOn(tabs, 'request').mockImplementationOnce(async (...args: unknown[]) => {
      await db.recordings.update(id, { sha256, transfer: 'queued' });
      return (args.at(-1) as LockGrantedCallback<never>)({ name: 'any', mode: 'exclusive' });
    });
    expect(await deleteIncompleteImports(db, tabs)).toBe(0);
    expect(request).toHaveBeenCalledOnce();
    expect(await db.recordings.get(id)).toMatchObject({ transfer: 'queued', sha256 });
  });
});

describe('orphaned recordings', () => {
  it('are running recordings without a lock holder', async () => {
    const [a, b, c] = [await begin(), await begin(), await begin()];
    await c.finish(1);
    expect((await findOrphans(db, locks(recordingLock(b.recording.id)))).map((r) => r.id)).toEqual([a.recording.id]);
  });

  it('are finished from their rows, which determine sums and hash, and reported', async () => {
    const writer = await begin();
    const part = new Uint8Array(randomBytes(500));
    await writer.append(part, 3000, { wallMs: 3100, gaps: [{ atMs: 100, lostMs: 700 }] });
    await db.recordings.update(writer.recording.id, { bytes: 0, chunks: 9, capturedMs: 5 });
    const { id, startedAt } = writer.recording;
    expect(await finishOrphan(db, id, 7)).toMatchObject({ id, capturedMs: 3000, at: 7, dropped: false });
    expect(await db.recordings.get(id)).toMatchObject({
      state: 'stopped',
      transfer: 'queued',
      bytes: 500,
      chunks: 1,
      capturedMs: 3000,
      sha256: sha(part),
      gaps: [{ atMs: 100, lostMs: 700 }],
      endedAt: startedAt + 3100,
    });
    expect(await finishOrphan(db, id, 8)).toBeNull();
    expect(await db.meta.openAll(await recoveredRows(db))).toMatchObject([{ value: { id, at: 7 } }]);
  });

  it('end before a missing row, and the rest is reported as a gap', async () => {
    const writer = await begin();
    for (let i = 0; i < 3; i += 1) await writer.append(new Uint8Array([i]), 3000, { wallMs: 3000 * (i + 1), gaps: [] });
    const { id } = writer.recording;
    await db.chunks.delete([id, 1]);
    await finishOrphan(db, id, 7);
    expect(await db.recordings.get(id)).toMatchObject({
      bytes: 1,
      chunks: 1,
      capturedMs: 3000,
      gaps: [{ atMs: 3000, lostMs: 6000 }],
    });
    expect(await hashRecording(db, id)).toBe((await db.recordings.get(id))!.sha256);
  });

  it('are deleted with rows and bytes if shorter than a second, and reported', async () => {
    const writer = await begin();
    await writer.append(new Uint8Array(5), 999, { wallMs: 999, gaps: [] });
    expect(await finishOrphan(db, writer.recording.id, 7)).toMatchObject({ dropped: true });
    expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  });
});

describe('freeRecording', () => {
  it('deletes only recordings that the server has verified', async () => {
    const done = await importRecording(db, {
      meetingId: 'm1',
      file: new Blob([wav(1)]),
      fileName: 'x.wav',
      language: 'en',
    });
    await expect(freeRecording(db, done.id)).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect(await db.chunks.count()).toBe(1);
    await db.recordings.update(done.id, { transfer: 'onServer' });
    await freeRecording(db, done.id);
    await freeRecording(db, done.id);
    expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  });
});

describe('recordingBytes', () => {
  it('throws at a missing row instead of joining the remaining ones', async () => {
    const writer = await begin();
    for (let i = 0; i < 3; i += 1) await writer.append(new Uint8Array([i]), 3000, { wallMs: 0, gaps: [] });
    await db.chunks.delete([writer.recording.id, 1]);
    await expect(hashRecording(db, writer.recording.id)).rejects.toThrow(RangeError);
  });
});
