/** Unsynced data: the status and the outbox count each kind, and signing out needs a confirmation. */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { IDBObjectStore as FDBObjectStore } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { recordingLock } from '../../../sync/engine/storage/device-rows';
import type { SyncStatus } from '../../../sync/model/sync-status';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { recordedMeeting } from '../../support/recorded-meeting';

const suite = engineSuite();
const isQuiet = (s: SyncStatus): boolean =>
  Object.values(s.waiting).every((n) => n === 0) &&
  s.rejected === 0 &&
  s.recovered === 0 &&
  s.local === 0 &&
  s.conflictVersions === 0;

const withMeeting = () => recordedMeeting(suite);

test('an interrupted recording is finished, reported and sent; a running one is not touched', async () => {
  const { device, db, meetingId, record } = await withMeeting();
  await device.api.setPaused(true);
  let end = (): void => {};
  const running = device.locks.request(
    recordingLock('r1'),
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await record({});
  await until(device.api, { kind: 'recordings' }, (rows) => rows.length === 1);
  expect(await until(device.api, { kind: 'outbox' }, () => true)).toEqual([]);
  expect(isQuiet(await until(device.api, { kind: 'status' }, () => true))).toBe(true);
  end();
  await running;
  // triggers the next check without its timer
  await db.recordings.update('r1', { wallMs: 3_001 });
  const [recovered] = await until(device.api, { kind: 'recovered' }, (list) => list.length === 1);
  expect(recovered).toMatchObject({ id: 'r1', meetingId, capturedMs: 3_000, dropped: false });
  const [row] = await until(device.api, { kind: 'outbox' }, (rows) =>
    rows.some((r) => r.kind === 'recording' && r.state === 'waiting'),
  );
  expect(row).toMatchObject({
    id: 'recording/r1',
    title: 'Standup',
    link: `/meeting/${meetingId}`,
    durationMs: 3_000,
    size: 600,
  });
  await expect(device.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  await until(device.api, { kind: 'status' }, (s) => s.recovered === 0 && s.waiting.recordings === 1);
  await until(
    device.api,
    { kind: 'one', collection: 'meetings', id: meetingId },
    (m) => m?.status === 'ended' && m.actualStartAt === 1_000 && m.actualEndAt === 4_001,
  );
  await device.api.run('recovered.read', { ids: ['r1'] });
  await until(device.api, { kind: 'recovered' }, (list) => list.length === 0);
  await db.close();
});

test('a crash while finishing an interrupted recording: it is finished once, at the next start', async () => {
  const { device, db, meetingId, record } = await withMeeting();
  await record({});
  await device.kill();
  await db.close();
  const again = await suite.again(device);
  await until(again.api, { kind: 'recovered' }, (list) => list.length === 1);
  await until(again.api, { kind: 'status' }, (s) => s.recovered === 0 && s.waiting.recordings + s.rejected === 1);
  await until(again.api, { kind: 'one', collection: 'meetings', id: meetingId }, (m) => m?.status === 'ended');
});

/** While `isFull()`, the tables of the device accept no writes. Returns what ends it. */
function fillTables(tables: readonly string[], isFull: () => boolean): () => void {
  const put = FDBObjectStore.prototype.put;
  FDBObjectStore.prototype.put = function full(this: { name: string }, ...args: [unknown]) {
    if (isFull() && tables.includes(this.name)) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    return put.apply(this as never, args as never);
  } as typeof put;
  return () => {
    FDBObjectStore.prototype.put = put;
  };
}
const isStorageFull = ({ connection }: SyncStatus): boolean =>
  connection.state === 'blocked' && connection.reason === 'storageFull';

test('on a full disk an interrupted recording waits, the status tells, and it is finished once there is space', async () => {
  const { device, db, meetingId, record } = await withMeeting();
  let isFull = true;
  const restore = fillTables(['recordings'], () => isFull);
  try {
    await record({});
    await until(device.api, { kind: 'outbox' }, ([r]) => r?.state === 'recovered');
    await until(device.api, { kind: 'status' }, (s) => s.recovered === 1 && isStorageFull(s));
    isFull = false;
    await db.recordings.update('r1', { wallMs: 3_001 });
    await until(device.api, { kind: 'recovered' }, (list) => list.length === 1);
    await until(device.api, { kind: 'status' }, (s) => s.connection.state === 'online');
    await until(device.api, { kind: 'one', collection: 'meetings', id: meetingId }, (m) => m?.status === 'ended');
  } finally {
    restore();
    await db.close();
  }
});

test('on a full disk an upload waits, the status tells, and it goes on once there is space', async () => {
  const { device, db, record } = await withMeeting();
  let isFull = true;
  const restore = fillTables(['uploads'], () => isFull);
  try {
    await record({ state: 'stopped', transfer: 'queued', endedAt: 4_000, sha256: 'a'.repeat(64) });
    await until(device.api, { kind: 'status' }, (s) => s.waiting.recordings === 1 && isStorageFull(s));
    isFull = false;
    await device.api.hint('focus');
    await eventually(async () => (await db.uploads.count()) === 1, 'the upload was begun');
  } finally {
    restore();
    await db.close();
  }
});

test('a recording interrupted within its first second is dropped, with a notice', async () => {
  const { device, db, record } = await withMeeting();
  await record({ capturedMs: 0, wallMs: 200, chunks: 0, bytes: 0 });
  await db.chunks.rows.clear();
  const [recovered] = await until(device.api, { kind: 'recovered' }, (list) => list.length === 1);
  expect(recovered).toMatchObject({ id: 'r1', capturedMs: 0, dropped: true });
  expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  await until(device.api, { kind: 'status' }, isQuiet);
  await db.close();
});

test('a deleted recording can be restored; after the time for undoing it is purged, on the server too', async () => {
  const removed: unknown[] = [];
  suite.server.calls['POST /api/core/meeting/recording/delete'] = (body) => {
    removed.push(body);
    return Response.json({ success: true, data: {} });
  };
  const { device, db, meetingId, record } = await recordedMeeting(suite, { undoMs: 86_400_000 });
  await record({ state: 'stopped', transfer: 'onServer', endedAt: 4_000, sha256: 'a'.repeat(64) });
  await until(device.api, { kind: 'recordings' }, (rows) => rows.length === 1);
  await device.api.run('recording.delete', { id: 'r1' });
  await until(device.api, { kind: 'recordings' }, (rows) => rows.length === 0);
  await device.api.run('recording.restore', { id: 'r1' });
  await until(device.api, { kind: 'recordings' }, ([r]) => r?.transfer === 'onServer');
  await device.api.run('recording.delete', { id: 'r1' });
  // the time for undoing has passed
  const row = (await db.recordings.rows.get('r1'))!;
  await db.recordings.update('r1', { deleted: { ...row.deleted!, at: row.deleted!.at - 86_400_000 } });
  await eventually(() => removed.length === 1, 'the server deleted it');
  await until(device.api, { kind: 'status' }, isQuiet);
  expect(removed).toEqual([{ meetingId, recordingId: 'r1' }]);
  expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  await expect(device.api.run('recording.restore', { id: 'r1' })).rejects.toMatchObject({
    code: 'MEETING_RECORDING_FILE_NOT_FOUND',
  });
  await db.close();
});

test('a recording taken out of the outbox stays listed as local, and is deleted or sent by the person', async () => {
  const { device, db, record } = await withMeeting();
  await device.api.setPaused(true);
  await record({ state: 'stopped', transfer: 'queued', endedAt: 4_000, sha256: 'a'.repeat(64) });
  await until(device.api, { kind: 'outbox' }, ([r]) => r?.state === 'waiting');
  await device.api.run('outbox.drop', { id: 'recording/r1' });
  const [row] = await until(device.api, { kind: 'outbox' }, ([r]) => r?.state === 'local');
  expect(row).toMatchObject({ can: { retry: true, drop: true, saveToFile: true } });
  await until(device.api, { kind: 'status' }, (s) => s.local === 1 && s.waiting.recordings === 0 && !isQuiet(s));
  await device.api.run('outbox.retry', { id: 'recording/r1' });
  await until(device.api, { kind: 'status' }, (s) => s.local === 0 && s.waiting.recordings === 1);
  await device.api.run('outbox.drop', { id: 'recording/r1' });
  await device.api.run('outbox.drop', { id: 'recording/r1' });
  await until(device.api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  db.close();
});

test('a refused recording needs attention and is not counted as pending as well', async () => {
  const { device, db, record } = await withMeeting();
  suite.server.calls['POST /api/core/meeting/recording/upload/apply'] = () =>
    Response.json({ success: false, error: 'MEETING_ACCESS_DENIED', message: '' }, { status: 403 });
  await record({ state: 'stopped', transfer: 'queued', endedAt: 4_000, sha256: 'a'.repeat(64) });
  await until(device.api, { kind: 'status' }, (s) => s.rejected === 1 && s.waiting.recordings === 0);
  await until(device.api, { kind: 'outbox' }, ([r]) => r?.state === 'attention');
  db.close();
});

test('an import interrupted by a crash is removed at the next start', async () => {
  const { device, db, record } = await withMeeting();
  await record({ state: 'imported', source: 'file' });
  db.close();
  await device.kill();
  const again = await suite.again(device);
  await until(again.api, { kind: 'recordings' }, (rows) => rows.length === 0);
  await until(again.api, { kind: 'status' }, isQuiet);
});

test('a conflict version is counted until it is resolved', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id } = await device.api.run('project.create', { title: 'Shared' });
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  await until(device.api, { kind: 'status' }, (s) => s.connection.state === 'offline');
  await device.api.run('project.update', { id, title: 'Here' });
  suite.server.put('projects', { id, title: 'There', updatedAt: Date.now() + 60_000 });
  line.cut = false;
  await device.api.hint('online');
  await synced(device.api);
  await until(device.api, { kind: 'status' }, (s) => s.conflictVersions === 1 && !isQuiet(s));
  await expect(device.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  const [side] = await until(device.api, { kind: 'conflictVersions' }, (list) => list.length === 1);
  await device.api.run('conflict.resolve', { id: side!.id, take: 'theirs' });
  await until(device.api, { kind: 'status' }, isQuiet);
});
