/** Uploads of files from devices: offline, interrupted, paused, failed and refused. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { deviceDatabaseOf } from '../../support/recorded-meeting';
import { FINISH_FILE, APPLY_FILE, scriptFiles, sha256Of } from '../../support/scripted-files';
import { file, filesOn, NAME, text } from '../../support/engine-files';

const suite = engineSuite();
const { device, project, read, stateOf } = filesOn(suite);

test('a file added offline is there after the browser was killed, is sent when the server is back, and read by another device', async () => {
  const state = scriptFiles(suite.server);
  const line = new Line(() => suite.server);
  const author = await device({ fetch: line.fetch });
  const projectId = await project(author.api);
  await synced(author.api);
  line.cut = true;
  const bytes = text(1_200_000);
  const { id } = await author.api.run('file.add', { projectId, file: file(bytes), name: ' a/b\u202etxt.txt ' });
  await suite.kill(author);

  const again = await suite.again(author);
  expect(await again.api.run('file.check', { projectId, file: file(bytes), name: 'other.txt' })).toEqual({
    state: 'duplicate',
    id,
  });
  expect(await read(again.api, id)).toBe(sha256Of(bytes));
  // the row of the file and its bytes are one thing
  const rows = await until(again.api, { kind: 'outbox' }, (all) => all.some(({ kind }) => kind === 'file'));
  expect(rows).toEqual([
    expect.objectContaining({ kind: 'file', title: 'a_btxt.txt', size: bytes.length, state: 'waiting' }),
  ]);
  const status = await until(again.api, { kind: 'status' }, (s) => s.waiting.files === 1);
  expect(status.waiting.documents).toBe(0);
  await until(again.api, { kind: 'syncState', collection: 'projectItems', id }, (badge) => badge === 'onDevice');
  await expect(again.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  expect((await again.api.storage()).kinds.files).toBe(bytes.length);

  line.cut = false;
  await again.api.hint('online');
  expect(await stateOf(again.api, id, 'onServer')).toMatchObject({ hasBytes: true, sent: bytes.length, projectId });
  expect(sha256Of(state.stored.get(id)!)).toBe(sha256Of(bytes));
  await until(again.api, { kind: 'status' }, (s) => s.waiting.files === 0);
  expect(suite.server.doc('projectItems', id)).toMatchObject({
    title: 'a_btxt.txt',
    version: 1,
    mimeType: 'text/plain',
  });
  // its own copy stays
  line.cut = true;
  expect(await read(again.api, id)).toBe(sha256Of(bytes));

  const reader = await device();
  await until(reader.api, { kind: 'one', collection: 'projectItems', id }, (item) => item?.version === 1);
  expect(await read(reader.api, id)).toBe(sha256Of(bytes));
  suite.server.fault = () => 'network';
  expect(await read(reader.api, id)).toBe(sha256Of(bytes));
});

test('twenty files at once are sent one after another, in the order in which they were added', async () => {
  const state = scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  const ids = [];
  for (let i = 0; i < 20; i += 1)
    ids.push((await api.run('file.add', { projectId, file: file(text(500 + i, `${i}`)), name: `${i}.txt` })).id);
  await until(
    api,
    { kind: 'files', projectId },
    (rows) => rows.length === 20 && rows.every((r) => r.state === 'onServer'),
  );
  expect([...state.stored.keys()]).toEqual(ids);
  expect(state.parts).toBe(20);
});

test('an upload whose browser is killed goes on at the server’s offset', async () => {
  const state = scriptFiles(suite.server);
  const author = await device();
  const projectId = await project(author.api);
  await synced(author.api);
  let isHeld = true;
  suite.server.fault = ({ method, path }) =>
    isHeld && method === 'PATCH' && path.startsWith('/uploads/') && state.parts === 2 ? 'hang' : null;
  const bytes = text(400_000);
  const { id } = await author.api.run('file.add', { projectId, file: file(bytes), name: NAME });
  await eventually(() => state.parts === 2, 'two parts arrived');
  const before = state.received.get(`up_${id}_1`)!.length;
  await suite.kill(author);
  isHeld = false;
  const again = await suite.again(author);
  await stateOf(again.api, id, 'onServer');
  expect(sha256Of(state.stored.get(id)!)).toBe(sha256Of(bytes));
  const offsets = suite.server.requests.flatMap(({ method, headers }) =>
    method === 'PATCH' ? [Number(headers.get('upload-offset'))] : [],
  );
  expect(new Set(offsets.slice(3))).not.toContain(0);
  expect(before).toBeGreaterThan(0);
});

test('a paused file is not sent until it is resumed, also after a restart, and goes on where it was', async () => {
  const state = scriptFiles(suite.server);
  const author = await device();
  const projectId = await project(author.api);
  await synced(author.api);
  suite.server.fault = ({ method }) => (method === 'PATCH' && state.parts === 1 ? 'hang' : null);
  const { id } = await author.api.run('file.add', { projectId, file: file(text(400_000)), name: NAME });
  await stateOf(author.api, id, 'uploading');
  await eventually(() => state.parts === 1, 'a part arrived');
  await author.api.run('file.pause', { id });
  await stateOf(author.api, id, 'paused');
  await until(author.api, { kind: 'status' }, (s) => s.local === 1 && s.waiting.files === 0);
  suite.server.fault = () => null;
  await suite.kill(author);

  const again = await suite.again(author);
  await until(again.api, { kind: 'status' }, (s) => s.connection.state === 'online' && s.local === 1);
  // a later file is sent meanwhile
  const later = await again.api.run('file.add', { projectId, file: file(text(100, 'b')), name: 'later.txt' });
  await stateOf(again.api, later.id, 'onServer');
  expect(await stateOf(again.api, id, 'paused')).toMatchObject({ hasBytes: true });
  const parts = state.parts;
  await again.api.run('file.resume', { id });
  await stateOf(again.api, id, 'onServer');
  const next = suite.server.requests.filter(({ method }) => method === 'PATCH').at(parts + 1)!;
  expect(Number(next.headers.get('upload-offset'))).toBeGreaterThan(0);
});

test('failures of the server need attention after five, and a person sends the file again', async () => {
  const state = scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  let finishes = 0;
  suite.server.fault = ({ method, path }) => {
    if (`${method} ${path}` !== FINISH_FILE) return null;
    finishes += 1;
    // the bytes are dropped and sent again
    state.received.clear();
    return { error: 'UPLOAD_HASH_MISMATCH' };
  };
  const { id } = await api.run('file.add', { projectId, file: file(text(100)), name: NAME });
  expect(await stateOf(api, id, 'attention')).toMatchObject({
    attempts: 5,
    error: 'UPLOAD_HASH_MISMATCH',
    hasBytes: true,
  });
  expect(finishes).toBe(5);
  await until(api, { kind: 'syncState', collection: 'projectItems', id }, (badge) => badge === 'attention');
  await until(api, { kind: 'status' }, (s) => s.rejected === 1 && s.connection.state === 'online');
  suite.server.fault = () => null;
  await api.run('file.resume', { id });
  await stateOf(api, id, 'onServer');
});

test('the count of failures starts again when bytes have arrived', async () => {
  scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  let patches = 0;
  let failures = 0;
  suite.server.fault = ({ method }) => {
    if (method !== 'PATCH' || (patches += 1) % 2 === 1) return null;
    failures += 1;
    return new Response(null, { status: 404 });
  };
  const { id } = await api.run('file.add', { projectId, file: file(text(400_000)), name: NAME });
  await stateOf(api, id, 'onServer');
  expect(failures).toBeGreaterThan(5);
});

test('the network’s failures are not counted', async () => {
  const state = scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  let failures = 0;
  suite.server.fault = ({ path }) => (path.startsWith('/uploads/') && (failures += 1) <= 7 ? 'network' : null);
  const { id } = await api.run('file.add', { projectId, file: file(text(100)), name: NAME });
  await stateOf(api, id, 'onServer');
  expect(state.stored.size).toBe(1);
});

test('a reader’s file is refused, and can be saved, sent again, or dropped with its bytes', async () => {
  scriptFiles(suite.server);
  const author = await device();
  const { api } = author;
  const projectId = await project(api);
  await synced(api);
  suite.server.rejectionOf = (collection) =>
    collection === 'projectItems' ? { code: 'NO_PERMISSION', retry: false } : null;
  const bytes = text(300);
  const { id } = await api.run('file.add', { projectId, file: file(bytes), name: NAME });
  expect(await stateOf(api, id, 'attention')).toMatchObject({ error: 'NO_PERMISSION', hasBytes: true });
  const [refused] = await until(api, { kind: 'rejectedChanges' }, (rows) => rows.length === 1);
  const saved = await api.outboxFile(refused!.id);
  expect([saved!.name, sha256Of(new Uint8Array(await saved!.blob.arrayBuffer()))]).toEqual([NAME, sha256Of(bytes)]);
  // one thing, not two
  await until(api, { kind: 'status' }, (s) => s.rejected === 1 && s.waiting.files === 0);
  expect(await until(api, { kind: 'outbox' }, () => true)).toEqual([]);

  suite.server.rejectionOf = () => null;
  await api.run('rejectedChange.resolve', { id: refused!.id, action: 'retry' });
  await stateOf(api, id, 'onServer');

  suite.server.rejectionOf = (collection) =>
    collection === 'projectItems' ? { code: 'NO_PERMISSION', retry: false } : null;
  const second = await api.run('file.add', { projectId, file: file(text(200)), name: 'b.txt' });
  await stateOf(api, second.id, 'attention');
  const [again] = await until(api, { kind: 'rejectedChanges' }, (rows) => rows.length === 1);
  suite.server.rejectionOf = () => null;
  await api.run('rejectedChange.resolve', { id: again!.id, action: 'copy' });
  await until(api, { kind: 'files' }, (rows) => rows.length === 2 && rows.every((row) => row.state === 'onServer'));

  suite.server.rejectionOf = (collection) =>
    collection === 'projectItems' ? { code: 'NO_PERMISSION', retry: false } : null;
  await api.run('file.add', { projectId, file: file(text(201)), name: 'c.txt' });
  const [third] = await until(api, { kind: 'rejectedChanges' }, (rows) => rows.length === 1);
  await api.run('rejectedChange.resolve', { id: third!.id, action: 'drop' });
  const db = await deviceDatabaseOf(author);
  expect(await db.files.count()).toBe(2);
  await db.close();
});

test('a person who may no longer add files keeps the bytes, and the connection stays', async () => {
  scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  suite.server.fault = ({ method, path }) => (`${method} ${path}` === APPLY_FILE ? { error: 'NO_PERMISSION' } : null);
  const bytes = text(300);
  const { id } = await api.run('file.add', { projectId, file: file(bytes), name: NAME });
  expect(await stateOf(api, id, 'attention')).toMatchObject({ error: 'NO_PERMISSION' });
  expect((await until(api, { kind: 'status' }, () => true)).connection.state).toBe('online');
  const [row] = await until(api, { kind: 'outbox' }, (rows) => rows.length === 1);
  expect(row).toMatchObject({ state: 'attention', can: { saveToFile: true, drop: true } });
  expect((await api.outboxFile(row!.id))!.name).toBe(NAME);
  // the item would stay without bytes
  await api.run('outbox.drop', { id: row!.id });
  await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item === null);
  await until(api, { kind: 'files' }, (rows) => rows.length === 0);
});
