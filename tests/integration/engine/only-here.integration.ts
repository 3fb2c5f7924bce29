/** What is on this device alone: the status and the outbox say so for each kind, and signing out asks first. */
// first: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { recordingLock } from '../../../sync/engine/device/database';
import type { SyncStatus } from '../../../sync/engine/status';
import { synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { recordedMeeting } from '../../support/recorded-meeting';

const suite = engineSuite();
const isQuiet = (s: SyncStatus): boolean =>
  Object.values(s.waiting).every((n) => n === 0) && s.attention === 0 && s.recovered === 0 && s.local === 0 && s.kept === 0;

const withMeeting = () => recordedMeeting(suite);

test('a recording whose browser ended is a row of the outbox with its meeting and length; one that runs is not', async () => {
  const { device, db, meetingId, record } = await withMeeting();
  let end = (): void => {};
  const running = device.locks.request(recordingLock('r1'), () => new Promise<void>((resolve) => { end = resolve; }));
  await record({});
  await until(device.api, { kind: 'recordings' }, (rows) => rows.length === 1);
  expect(await until(device.api, { kind: 'outbox' }, () => true)).toEqual([]);
  expect(isQuiet(await until(device.api, { kind: 'status' }, () => true))).toBe(true);
  end();
  await running;
  const [row] = await until(device.api, { kind: 'outbox' }, (rows) => rows.length === 1);
  expect(row).toMatchObject({ id: 'recording/r1', kind: 'recording', state: 'recovered', title: 'Standup', link: `/meeting/${meetingId}`, durationMs: 3_000, size: 600, can: { retry: false, drop: false, saveToFile: true } });
  await until(device.api, { kind: 'status' }, (s) => s.recovered === 1 && !isQuiet(s));
  await expect(device.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  await device.api.run('recording.recover', { id: 'r1', action: 'keep' });
  const [kept] = await until(device.api, { kind: 'outbox' }, (rows) => rows.some((r) => r.kind === 'recording' && r.state !== 'recovered'));
  expect(kept).toMatchObject({ id: 'recording/r1', durationMs: 3_000 });
  await until(device.api, { kind: 'status' }, (s) => s.recovered === 0 && s.waiting.recordings + s.attention === 1);
  await until(device.api, { kind: 'one', collection: 'meetings', id: meetingId }, (m) => m?.status === 'ended' && m.actualEndAt === 4_000);
  db.close();
});

test('killed while a recovered recording is being kept: it is offered again, and keeping it again is the same', async () => {
  const { device, db, meetingId, record } = await withMeeting();
  await record({});
  await until(device.api, { kind: 'orphans' }, (list) => list.length === 1);
  const keeping = device.api.run('recording.recover', { id: 'r1', action: 'keep' }).catch(() => {});
  await device.kill();
  await keeping;
  db.close();
  const again = await suite.again(device);
  // whatever was durable: either it is offered, or it is on its way; it is never neither
  await until(again.api, { kind: 'status' }, (s) => s.recovered + s.waiting.recordings + s.attention === 1);
  await again.api.run('recording.recover', { id: 'r1', action: 'keep' });
  await until(again.api, { kind: 'status' }, (s) => s.recovered === 0 && s.waiting.recordings + s.attention === 1);
  await until(again.api, { kind: 'one', collection: 'meetings', id: meetingId }, (m) => m?.status === 'ended');
});

test('a recording that is not to be sent stays a row, says that it is here only, and is deleted or sent by hand', async () => {
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

test('a refused recording needs attention and is not counted as on its way, too', async () => {
  const { device, db, record } = await withMeeting();
  suite.server.calls['POST /api/core/meeting/recording/upload/apply'] = () => Response.json({ success: false, error: 'MEETING_ACCESS_DENIED', message: '' }, { status: 403 });
  await record({ state: 'stopped', transfer: 'queued', endedAt: 4_000, sha256: 'a'.repeat(64) });
  await until(device.api, { kind: 'status' }, (s) => s.attention === 1 && s.waiting.recordings === 0);
  await until(device.api, { kind: 'outbox' }, ([r]) => r?.state === 'attention');
  db.close();
});

test('a file whose copy was cut off by a kill is no recording: it is gone with the next start', async () => {
  const { device, db, record } = await withMeeting();
  await record({ state: 'imported', source: 'file' });
  db.close();
  await device.kill();
  const again = await suite.again(device);
  await until(again.api, { kind: 'recordings' }, (rows) => rows.length === 0);
  await until(again.api, { kind: 'status' }, isQuiet);
});

test('a losing side of a merge is told until somebody has looked at it', async () => {
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
  await until(device.api, { kind: 'status' }, (s) => s.kept === 1 && !isQuiet(s));
  await expect(device.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  const [side] = await until(device.api, { kind: 'kept' }, (list) => list.length === 1);
  await device.api.run('kept.resolve', { id: side!.id, take: 'theirs' });
  await until(device.api, { kind: 'status' }, isQuiet);
});
