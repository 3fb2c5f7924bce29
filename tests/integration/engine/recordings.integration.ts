/** Recordings of a device whose clock was set back, whose meeting was rejected, or whose server lost its copy. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { synced, until } from '../../support/engine-device';
import { recordedMeeting } from '../../support/recorded-meeting';
import { engineSuite } from '../../support/engine-suite';

const suite = engineSuite();
const STATE = 'GET /api/core/meeting/recording/state/r1';
const APPLY = 'POST /api/core/meeting/recording/upload/apply';
const answer = (data: unknown): Response => Response.json({ success: true, data });
const SHA = 'a'.repeat(64);

test('a clock that was set back does not produce meeting times that the server rejects', async () => {
  const { device, meetingId } = await recordedMeeting(suite);
  await device.api.run('meeting.update', { id: meetingId, status: 'recording', actualStartAt: 9_000 });
  await device.api.run('meeting.update', { id: meetingId, status: 'ended', actualEndAt: 4_000 });
  await until(
    device.api,
    { kind: 'one', collection: 'meetings', id: meetingId },
    (m) => m?.status === 'ended' && m.actualStartAt === 9_000 && m.actualEndAt === 9_000,
  );
});

test('a retry corrects the times of a rejected meeting, and its recording is sent', async () => {
  suite.server.rejectionOf = (collection, { newDocumentState: { actualStartAt, actualEndAt } }) =>
    collection === 'meetings' && Number(actualEndAt) > 0 && Number(actualEndAt) < Number(actualStartAt)
      ? { code: 'MEETING_TIME_INVALID', field: 'actualEndAt', retry: false }
      : null;
  suite.server.calls[APPLY] = () =>
    Response.json({ success: false, error: 'MEETING_NOT_FOUND', message: '' }, { status: 404 });
  const { device, db, meetingId, record } = await recordedMeeting(suite);
  await db.rejectedChanges.put({
    id: `meetings/${meetingId}/1-x`,
    collection: 'meetings',
    documentId: meetingId,
    code: 'MEETING_TIME_INVALID',
    field: 'actualEndAt',
    title: 'Standup',
    at: 1,
    content: { ...(suite.server.doc('meetings', meetingId) as object), actualStartAt: 9_000, actualEndAt: 4_000 },
  });
  await record({ state: 'stopped', transfer: 'queued', endedAt: 4_000, sha256: SHA });
  await until(device.api, { kind: 'status' }, (s) => s.rejected === 2);
  const applied: unknown[] = [];
  suite.server.calls[APPLY] = (body) => {
    applied.push(body);
    return answer({ uploadId: 'up1', url: '/uploads/up1', token: 't', partBytes: 0, finished: true });
  };
  suite.server.calls['POST /api/core/meeting/recording/upload/finish'] = () =>
    answer({ recordingId: 'r1', sha256: SHA, size: 600 });
  await device.api.run('rejectedChange.resolve', { id: `meetings/${meetingId}/1-x`, action: 'retry' });
  await synced(device.api);
  expect(suite.server.doc('meetings', meetingId)).toMatchObject({ actualStartAt: 9_000, actualEndAt: 9_000 });
  await until(device.api, { kind: 'recordings' }, ([r]) => r?.transfer === 'onServer');
  expect(applied).toMatchObject([{ meetingId, recordingId: 'r1' }]);
  await db.close();
});

test('a recording whose meeting is gone gets a new one when it is retried', async () => {
  const { device, db, meetingId, record } = await recordedMeeting(suite);
  suite.server.remove('meetings', meetingId);
  await until(device.api, { kind: 'one', collection: 'meetings', id: meetingId }, (m) => m === null);
  await record({ state: 'stopped', transfer: 'queued', endedAt: 4_000, sha256: SHA });
  await until(device.api, { kind: 'outbox' }, ([r]) => r?.state === 'attention');
  suite.server.calls[APPLY] = () =>
    answer({ uploadId: 'up1', url: '/uploads/up1', token: 't', partBytes: 0, finished: true });
  suite.server.calls['POST /api/core/meeting/recording/upload/finish'] = () =>
    answer({ recordingId: 'r1', sha256: SHA, size: 600 });
  await device.api.run('outbox.retry', { id: 'recording/r1' });
  const [row] = await until(device.api, { kind: 'recordings' }, ([r]) => r?.transfer === 'onServer');
  expect(row!.meetingId).not.toBe(meetingId);
  expect(suite.server.doc('meetings', row!.meetingId)).toMatchObject({
    title: 'r1',
    status: 'ended',
    actualStartAt: 1_000,
    actualEndAt: 4_000,
  });
  await db.close();
});

test('the only copy of a recording is not deleted: the server is asked first, and a copy that it lost is sent again', async () => {
  const { device, db, record } = await recordedMeeting(suite);
  await record({ state: 'stopped', transfer: 'onServer', endedAt: 4_000, sha256: SHA });
  await until(device.api, { kind: 'recordings' }, (rows) => rows.length === 1);
  const asked = () => device.api.run('outbox.onServer', { id: 'recording/r1' });
  const free = () => device.api.run('recording.free', { id: 'r1' });
  suite.server.fault = ({ path }) => (path.includes('/state/') ? 'network' : null);
  expect(await asked()).toEqual({ answer: 'unknown' });
  await expect(free()).rejects.toMatchObject({ code: 'HTTP_500' });
  expect(await db.recordings.count()).toBe(1);
  suite.server.fault = () => null;
  suite.server.calls[STATE] = () => answer({ stored: true, sha256: SHA });
  expect(await asked()).toEqual({ answer: 'yes' });
  suite.server.calls[STATE] = () => answer({ stored: false, sha256: '' });
  expect(await asked()).toEqual({ answer: 'no' });
  await device.api.setPaused(true);
  await expect(free()).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
  await until(device.api, { kind: 'recordings' }, ([r]) => r?.transfer === 'queued');
  await db.recordings.update('r1', { transfer: 'onServer' });
  suite.server.calls[STATE] = () => answer({ stored: true, sha256: SHA });
  await free();
  expect([await db.recordings.count(), await db.chunks.count()]).toEqual([0, 0]);
  await db.close();
});

test('the server is also asked whether it has a rejected change', async () => {
  const { device, db, meetingId } = await recordedMeeting(suite);
  expect(await device.api.run('outbox.onServer', { id: `meetings/${meetingId}/1-x` })).toEqual({ answer: 'yes' });
  suite.server.remove('meetings', meetingId);
  expect(await device.api.run('outbox.onServer', { id: `meetings/${meetingId}/1-x` })).toEqual({ answer: 'no' });
  await db.close();
});

test('kept live captions are shown without a connection, sealed, and go with their recording', async () => {
  const { device, db, meetingId, record } = await recordedMeeting(suite, { undoMs: 0 });
  await device.api.setPaused(true);
  await record({ state: 'stopped', transfer: 'queued', endedAt: 4_000, sha256: SHA });
  const lines = [{ start: 0, end: 900, text: 'nobody else reads this' }];
  await device.api.run('transcript.draft', { meetingId, recordingId: 'r1', lines });
  expect(await until(device.api, { kind: 'captions', meetingId }, (kept) => kept.length === 1)).toEqual([
    { recordingId: 'r1', lines },
  ]);
  const calls = async () => (await db.outbox.all()).map(({ path }) => path.replace('/meeting/', ''));
  expect(await calls()).toEqual(['transcription/draft']);
  expect(JSON.stringify(await db.meta.rows.toArray())).not.toContain(lines[0]!.text);
  await device.api.run('recording.delete', { id: 'r1' });
  await until(device.api, { kind: 'captions', meetingId }, (kept) => kept.length === 0);
  // the draft is not sent any more; one that the server has is deleted
  await expect.poll(calls).toEqual(['recording/delete']);
  await expect.poll(() => db.meta.rows.get('captions:r1')).toBeUndefined();
  await db.close();
});

test('captions that were kept before the browser ended are sent with the recovered recording, once', async () => {
  const { device, db, meetingId, record } = await recordedMeeting(suite);
  await device.api.setPaused(true);
  const lines = [{ start: 0, end: 900, text: 'said before the crash' }];
  await device.api.run('transcript.keepCaptions', { recordingId: 'r1', lines });
  // no lock is held: its page has ended
  await record({});
  await until(device.api, { kind: 'recordings' }, ([r]) => r?.transfer === 'queued');
  const calls = async () => (await db.outbox.all()).map(({ path, input }) => ({ path, input }));
  const draft = { path: '/meeting/transcription/draft', input: { meetingId, recordingId: 'r1', lines } };
  expect(await calls()).toEqual([draft]);
  // its page had queued them before it ended
  await device.api.run('transcript.draft', { meetingId, recordingId: 'r1', lines });
  expect(await calls()).toEqual([draft]);
  await db.close();
});

test('captions that are kept no more are not sent', async () => {
  const { device, db, record } = await recordedMeeting(suite);
  await device.api.setPaused(true);
  const lines = [{ start: 0, end: 900, text: 'not for the record' }];
  await device.api.run('transcript.keepCaptions', { recordingId: 'r1', lines });
  await device.api.run('transcript.keepCaptions', { recordingId: 'r1', lines: [] });
  await record({});
  await until(device.api, { kind: 'recordings' }, ([r]) => r?.transfer === 'queued');
  expect([await db.outbox.count(), await db.meta.rows.get('captions:r1')]).toEqual([0, undefined]);
  await db.close();
});
