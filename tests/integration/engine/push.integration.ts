/** Queued calls and recordings, and how they reach the server. */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceDatabase, deviceDatabaseName } from '../../../sync/engine/storage/device-database';
import { recordingChunks } from '../../../sync/engine/recording/chunk-store';
import { KeyStore } from '../../../sync/engine/storage/sealing/keys';
import { IDBKeyRange } from 'fake-indexeddb';
import { eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import type { ServedRequest } from '../../support/scripted-server';

const suite = engineSuite();
const ok = (data: unknown): Response => Response.json({ success: true, data });
const RETRY = 'POST /api/core/meeting/transcription/retry';
const APPLY = 'POST /api/core/meeting/recording/upload/apply';
const FINISH = 'POST /api/core/meeting/recording/upload/finish';

async function meeting(device: EngineDevice): Promise<string> {
  return (await device.api.run('meeting.create', { projectId: '', title: 'Standup', type: 'record', language: 'en' }))
    .id;
}

test('a call queued offline waits for its meeting and repeats its idempotency key after a lost answer', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  line.cut = true;
  const id = await meeting(device);
  await device.api.run('transcript.retry', { meetingId: id });
  await until(device.api, { kind: 'outbox' }, (rows) =>
    rows.some((r) => r.kind === 'call' && r.label === 'transcriptRetry' && r.title === 'Standup'),
  );
  const keys: string[] = [];
  server.calls[RETRY] = (_, request: ServedRequest) => {
    expect(server.doc('meetings', id)).not.toBeNull();
    keys.push(request.headers.get('idempotency-key') ?? '');
    return ok({});
  };
  let first = true;
  server.fault = (r) => {
    if (!r.path.endsWith('/retry') || !first) return null;
    first = false;
    return 'lost';
  };
  line.cut = false;
  await device.api.hint('online');
  await synced(device.api);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe('');
});

test('outbox rows and counts agree: a meeting’s notes are not a note, and a note counts once with its text', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  line.cut = true;
  const id = await meeting(device);
  const rows = await until(device.api, { kind: 'outbox' }, (all) => all.some((row) => row.kind === 'text'));
  expect(rows.map(({ label, title }) => ({ label, title })).sort((a, b) => a.label.localeCompare(b.label))).toEqual([
    { label: 'meeting', title: 'Standup' },
    { label: 'meetingText', title: 'Standup' },
  ]);
  expect(rows.find(({ kind }) => kind === 'text')?.link).toBe(`/meeting/${id}`);

  const { id: projectId } = await device.api.run('project.create', { title: 'Tides' });
  await device.api.run('note.create', { projectId, title: 'Moon' });
  const all = await until(device.api, { kind: 'outbox' }, (listed) => listed.some(({ label }) => label === 'note'));
  expect(all.map(({ label }) => label).sort()).toEqual(['meeting', 'meetingText', 'note', 'project']);
  await until(device.api, { kind: 'status' }, ({ waiting }) => waiting.documents + waiting.texts === all.length);
});

test('a permanently refused call needs attention and can be dropped', async () => {
  const device = await suite.device();
  const id = await meeting(device);
  suite.server.calls[RETRY] = () =>
    Response.json({ success: false, error: 'MEETING_ACCESS_DENIED', message: '' }, { status: 403 });
  await device.api.run('transcript.retry', { meetingId: id });
  const [row] = await until(device.api, { kind: 'outbox' }, (rows) => rows.some((r) => r.state === 'attention'));
  expect(row?.lastError?.code).toBe('MEETING_ACCESS_DENIED');
  await until(device.api, { kind: 'status' }, (s) => s.rejected === 1);
  await device.api.run('outbox.drop', { id: row!.id });
  await until(device.api, { kind: 'outbox' }, (rows) => rows.length === 0);
});

/** A server that accepts one upload by tus, and interrupts it on demand. */
function uploadServer(partBytes: number) {
  const { server } = suite;
  const taken: number[] = [];
  let size = 0;
  const state = { bytes: taken, cutAfter: Number.POSITIVE_INFINITY, finished: '' };
  server.calls[APPLY] = (body) => {
    size = (body as { size: number }).size;
    return ok({ uploadId: 'up1', url: '/uploads/up1', token: 'tok', partBytes, finished: state.finished !== '' });
  };
  server.calls['HEAD /uploads/up1'] = (_, r) => {
    expect(r.headers.get('x-upload-token')).toBe('tok');
    return new Response(null, { headers: { 'upload-offset': String(taken.length), 'upload-length': String(size) } });
  };
  server.calls['PATCH /uploads/up1'] = (body, r) => {
    if (taken.length >= state.cutAfter) throw new TypeError('connection reset');
    if (Number(r.headers.get('upload-offset')) !== taken.length) return new Response(null, { status: 409 });
    taken.push(...(body as Uint8Array));
    return new Response(null, { status: 204, headers: { 'upload-offset': String(taken.length) } });
  };
  server.calls[FINISH] = (body) => {
    const { sha256 } = body as { sha256: string };
    if (sha256 !== createHash('sha256').update(Uint8Array.from(taken)).digest('hex'))
      return Response.json({ success: false, error: 'UPLOAD_HASH_MISMATCH', message: '' }, { status: 409 });
    state.finished = sha256;
    return ok({ recordingId: 'r1', sha256, size });
  };
  return state;
}

/** A recording as the recorder stores it: chunks of different sizes. */
async function recorded(device: EngineDevice, meetingId: string): Promise<{ bytes: Uint8Array; db: DeviceDatabase }> {
  const disk = { indexedDB: device.indexedDB, IDBKeyRange };
  const db = new DeviceDatabase(
    device.prefix + deviceDatabaseName('u1', 'c1'),
    await new KeyStore(device.prefix, 'u1', 'c1', disk).openVault(),
    disk,
  );
  const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7) % 251);
  let seq = 0;
  for (let at = 0; at < bytes.length; seq += 1) {
    const length = 300 + ((seq * 131) % 400);
    await db.chunks.add({
      recordingId: 'r1',
      seq,
      bytes: bytes.slice(at, at + length),
      durationMs: 3000,
      atMs: seq * 3000,
    });
    at += length;
  }
  await db.recordings.add({
    id: 'r1',
    meetingId,
    state: 'stopped',
    transfer: 'queued',
    fileName: 'r1.mp3',
    mimeType: 'audio/mpeg',
    language: 'en',
    source: 'microphone',
    startedAt: 1,
    endedAt: 2,
    capturedMs: seq * 3000,
    wallMs: seq * 3000,
    gaps: [],
    bytes: bytes.length,
    chunks: seq,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return { bytes, db };
}

test('a recording is uploaded in parts, resumes after an interruption and a restart, and counts as uploaded only with its hash', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  const upload = uploadServer(1_000);
  const first = await suite.device({ fetch: line.fetch });
  const id = await meeting(first);
  await synced(first.api);
  upload.cutAfter = 4_000;
  const { bytes, db } = await recorded(first, id);
  await until(
    first.api,
    { kind: 'recordings', meetingId: id },
    ([r]) => r?.sent === 4_000 && r.syncState === 'onDevice',
  );
  await until(first.api, { kind: 'syncState', collection: 'meetings', id }, (state) => state === 'onDevice');
  await eventually(() => upload.bytes.length === 4_000, 'the first part is there');
  await first.kill();
  upload.cutAfter = Number.POSITIVE_INFINITY;
  const second = await suite.again(first);
  await until(
    second.api,
    { kind: 'recordings', meetingId: id },
    ([r]) => r?.syncState === 'onServer' && r.transfer === 'onServer' && r.sent === bytes.length,
  );
  expect(Uint8Array.from(upload.bytes)).toEqual(bytes);
  expect(upload.finished).not.toBe('');
  expect(
    server.requests.filter((r) => r.method === 'PATCH').every((r) => (r.body as Uint8Array).byteLength <= 1_000),
  ).toBe(true);
  server.calls['GET /api/core/meeting/recording/state/r1'] = () =>
    Response.json({ success: true, data: { stored: true, sha256: upload.finished } });
  await second.api.run('recording.free', { id: 'r1' });
  expect(await db.chunks.count()).toBe(0);
  db.close();
});

/** Adds a copy of a recording to the queue. */
async function copied(
  db: DeviceDatabase,
  fields: { id: string; meetingId?: string; startedAt: number },
): Promise<void> {
  const row = (await db.recordings.get('r1'))!;
  for await (const chunk of recordingChunks(db, 'r1')) await db.chunks.add({ ...chunk, recordingId: fields.id });
  await db.recordings.add({ ...row, ...fields });
}

test('a recording that is taken out of the outbox while another one is sent is not sent', async () => {
  const { server } = suite;
  const upload = uploadServer(1_000);
  const line = new Line(() => server);
  const device = await suite.device({ fetch: line.fetch });
  const id = await meeting(device);
  await synced(device.api);
  line.cut = true;
  let goOn = (): void => {};
  const isDropped = new Promise<void>((resolve) => (goOn = resolve));
  onTestFinished(() => goOn());
  const serve = server.calls[APPLY]!;
  const applied: string[] = [];
  server.calls[APPLY] = async (body, request) => {
    applied.push((body as { recordingId: string }).recordingId);
    await isDropped;
    return serve(body, request);
  };
  const { db } = await recorded(device, id);
  await copied(db, { id: 'r2', startedAt: 2 });
  db.close();
  line.cut = false;
  await device.api.hint('online');
  await eventually(() => applied.length === 1, 'the first one is being sent');
  await device.api.run('outbox.drop', { id: 'recording/r2' });
  goOn();
  await eventually(() => upload.finished !== '', 'the first one was sent');
  // a later recording is sent after it
  const rows = await until(
    device.api,
    { kind: 'recordings', meetingId: id },
    (all) =>
      all.some(({ transfer }) => transfer === 'onServer') && all.every(({ transfer }) => transfer !== 'uploading'),
  );
  expect(rows.map((row) => [row.id, row.transfer]).sort()).toEqual([
    ['r1', 'onServer'],
    ['r2', 'local'],
  ]);
  await synced(device.api);
  expect(applied).not.toContain('r2');
});

test('a recording waits until the device knows whether its meeting is on the server', async () => {
  const { server } = suite;
  uploadServer(4_000);
  server.put('meetings', { id: 'm1', space: 'user:u1', title: 'Standup', creatorId: 'u1', abilities: ['update'] });
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  onTestFinished(() => arrive());
  let create = (): void => {};
  const created = new Promise<void>((resolve) => (create = resolve));
  server.fault = async ({ path }) => {
    // a meeting that is created later would be pushed only after the pull that waits
    if (path.endsWith('/pull')) await created;
    if (path.endsWith('/meetings/pull')) await arrived;
    return null;
  };
  const device = await suite.device();
  const own = await meeting(device);
  create();
  const { db } = await recorded(device, 'm1');
  // the uploads are taken in the order of their recordings
  await copied(db, { id: 'r2', meetingId: own, startedAt: 2 });
  db.close();
  const stateOf = (id: string, wanted: string) =>
    until(device.api, { kind: 'recordings' }, (rows) => rows.find((row) => row.id === id)?.syncState === wanted);
  await stateOf('r2', 'onServer');
  await stateOf('r1', 'onDevice');
  arrive();
  await stateOf('r1', 'onServer');
});

test('a recording waits until its meeting is on the server', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  const upload = uploadServer(4_000);
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  line.cut = true;
  const id = await meeting(device);
  const { db } = await recorded(device, id);
  db.close();
  server.calls[APPLY] = ((serve) => (body: unknown, r: ServedRequest) => {
    expect(server.doc('meetings', id)).not.toBeNull();
    return serve(body, r);
  })(server.calls[APPLY]!);
  line.cut = false;
  await device.api.hint('online');
  await until(device.api, { kind: 'recordings' }, ([r]) => r?.syncState === 'onServer');
  expect(upload.finished).not.toBe('');
});

test('a refused recording needs attention, keeps its bytes, and can be saved and retried', async () => {
  const upload = uploadServer(4_000);
  const serve = suite.server.calls[APPLY]!;
  suite.server.calls[APPLY] = () =>
    Response.json({ success: false, error: 'MEETING_ACCESS_DENIED', message: '' }, { status: 403 });
  const device = await suite.device();
  const id = await meeting(device);
  const { bytes, db } = await recorded(device, id);
  db.close();
  const [row] = await until(device.api, { kind: 'outbox' }, (rows) =>
    rows.some((r) => r.kind === 'recording' && r.state === 'attention'),
  );
  expect(row).toMatchObject({
    title: 'Standup',
    size: bytes.length,
    lastError: { code: 'MEETING_ACCESS_DENIED' },
    can: { saveToFile: true },
  });
  expect((await device.api.outboxFile(row!.id))?.blob.size).toBe(bytes.length);
  suite.server.calls[APPLY] = serve;
  await device.api.run('outbox.retry', { id: row!.id });
  await until(device.api, { kind: 'recordings' }, ([r]) => r?.syncState === 'onServer');
  expect(upload.finished).not.toBe('');
});

test('a device blocked during its work keeps everything, also over a restart, and sends it once it is allowed again', async () => {
  const { server } = suite;
  const upload = uploadServer(1_000);
  let shutOut = false;
  server.fault = (r) => {
    // the rule starts to apply during the upload
    if (r.method === 'PATCH' && upload.bytes.length === 3_000) shutOut = true;
    return shutOut ? { error: 'IP_BLOCKED' } : null;
  };
  const first = await suite.device();
  const id = await meeting(first);
  await synced(first.api);
  const { bytes, db } = await recorded(first, id);
  db.close();
  await until(
    first.api,
    { kind: 'status' },
    (s) => s.connection.state === 'blocked' && s.connection.reason === 'ipBlocked',
  );
  const { id: projectId } = await first.api.run('project.create', { title: 'Written outside' });
  await until(
    first.api,
    { kind: 'status' },
    (s) => s.waiting.documents === 1 && s.waiting.recordings === 1 && s.rejected === 0,
  );
  await first.kill();
  const second = await suite.again(first);
  await until(
    second.api,
    { kind: 'one', collection: 'projects', id: projectId },
    (p) => p?.title === 'Written outside',
  );
  await until(
    second.api,
    { kind: 'status' },
    (s) => s.connection.state === 'blocked' && s.connection.reason === 'ipBlocked',
  );
  expect([server.doc('projects', projectId), upload.bytes.length]).toEqual([null, 3_000]);
  shutOut = false;
  server.fault = () => null;
  await second.api.hint('focus');
  await synced(second.api);
  await until(second.api, { kind: 'recordings', meetingId: id }, ([r]) => r?.syncState === 'onServer');
  expect(server.doc('projects', projectId)?.['title']).toBe('Written outside');
  expect(Uint8Array.from(upload.bytes)).toEqual(bytes);
});

test('a full disk is reported, and the write fails visibly', async () => {
  let full = false;
  const device = await suite.device();
  await synced(device.api);
  const workspace = (
    device.api as unknown as {
      workspace$: {
        value: {
          replica: {
            store(name: string): { storageInstance: { bulkWrite: (...args: unknown[]) => Promise<unknown> } };
          };
        };
      };
    }
  ).workspace$.value;
  const storage = workspace.replica.store('items').storageInstance;
  const write = storage.bulkWrite.bind(storage);
  storage.bulkWrite = (...args) =>
    full ? Promise.reject(Object.assign(new Error('quota'), { name: 'QuotaExceededError' })) : write(...args);
  full = true;
  await expect(device.api.run('project.create', { title: 'Too much' })).rejects.toMatchObject({
    code: 'DEVICE_STORAGE_FULL',
  });
  await until(
    device.api,
    { kind: 'status' },
    (s) => s.connection.state === 'blocked' && s.connection.reason === 'storageFull',
  );
  full = false;
  await device.api.hint('focus');
  await until(device.api, { kind: 'status' }, (s) => s.connection.state === 'online');
});
