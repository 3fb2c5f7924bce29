/** Files of projects on devices: added offline, sent later, read by others, and kept. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import type { KindName } from '../../../sync/model/kinds';
import { fileContentPath } from '../../../sync/protocol/files';
import { eventually, synced, until, type DeviceSetup, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { deviceDatabaseOf } from '../../support/recorded-meeting';
import { FINISH_FILE, APPLY_FILE, fileItem, scriptFiles, serveFile, sha256Of } from '../../support/scripted-files';

const suite = engineSuite();
const KINDS: KindName[] = ['projects', 'projectItems', 'itemTexts'];
const NAME = 'notes.txt';

/** Text of a size, different for each seed. */
const text = (bytes: number, seed = 'a'): Uint8Array<ArrayBuffer> => {
  const line = new TextEncoder().encode(`${seed} of the text, again and again\n`);
  return Uint8Array.from({ length: bytes }, (_, i) => line[i % line.length]!);
};
const file = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]);

const device = (setup: Partial<DeviceSetup> = {}): Promise<EngineDevice> =>
  suite.device({ collections: KINDS, ...setup });

async function project(api: ReplicaApi, id = 'p1'): Promise<string> {
  suite.server.put('projects', {
    id,
    space: `project:${id}`,
    abilities: ['addNote', 'update'],
    title: 'Project',
    ownerId: 'u1',
  });
  await until(api, { kind: 'one', collection: 'projects', id }, (p) => p !== null);
  return id;
}

/** A file that another person added, with its bytes. */
async function theirs(api: ReplicaApi, bytes: Uint8Array<ArrayBuffer>, fields: Record<string, unknown> = {}) {
  const id = String(fields['id'] ?? 'f1');
  const shown = { title: 'theirs.txt', size: bytes.length, sha256: sha256Of(bytes) };
  suite.server.put('projectItems', fileItem(id, { ...shown, ...fields }));
  serveFile(suite.server, id, bytes, Number(fields['version'] ?? 1));
  await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item !== null);
  return id;
}

/** The hash of what a person would open, or why it cannot be opened. */
const read = async (api: ReplicaApi, id: string, version?: number): Promise<string> => {
  const found = await api.file(id, version);
  return 'blob' in found ? sha256Of(new Uint8Array(await found.blob.arrayBuffer())) : found.missing;
};
const stateOf = async (api: ReplicaApi, id: string, wanted: string) =>
  (await until(api, { kind: 'files' }, (rows) => rows.some((row) => row.id === id && row.state === wanted))).find(
    (row) => row.id === id,
  )!;
const kill = async (killed: EngineDevice): Promise<void> => {
  await killed.kill();
  suite.devices.splice(suite.devices.indexOf(killed), 1);
};

test('a file added offline is there after the browser was killed, is sent when the server is back, and read by another device', async () => {
  const state = scriptFiles(suite.server);
  const line = new Line(() => suite.server);
  const author = await device({ fetch: line.fetch });
  const projectId = await project(author.api);
  await synced(author.api);
  line.cut = true;
  const bytes = text(1_200_000);
  const { id } = await author.api.run('file.add', { projectId, file: file(bytes), name: ' a/b\u202etxt.txt ' });
  await kill(author);

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
  await kill(author);
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
  await kill(author);

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

test('a file that is deleted elsewhere while it is sent stays on this device and can be saved', async () => {
  const state = scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  await synced(api);
  suite.server.fault = ({ method }) => (method === 'PATCH' ? 'hang' : null);
  const bytes = text(300);
  const { id } = await api.run('file.add', { projectId, file: file(bytes), name: NAME });
  await stateOf(api, id, 'uploading');
  suite.server.remove('projectItems', id);
  await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item === null);
  suite.server.fault = ({ method }) => (method === 'PATCH' ? 'network' : null);
  await api.run('file.pause', { id });
  await api.run('file.resume', { id });
  expect(await stateOf(api, id, 'attention')).toMatchObject({ error: 'FILE_NOT_FOUND', hasBytes: true });
  expect(await read(api, id)).toBe(sha256Of(bytes));
  expect(state.stored.size).toBe(0);
});

test('a deleted file comes back with its bytes, and is sent then', async () => {
  const state = scriptFiles(suite.server);
  const line = new Line(() => suite.server);
  const { api } = await device({ fetch: line.fetch, undoMs: 60_000 });
  const projectId = await project(api);
  await synced(api);
  line.cut = true;
  const bytes = text(300);
  const { id } = await api.run('file.add', { projectId, file: file(bytes), name: NAME });
  await api.run('item.delete', { id });
  await until(api, { kind: 'files' }, (rows) => rows.length === 0);
  await api.run('item.restore', { id });
  await stateOf(api, id, 'waiting');
  expect(await read(api, id)).toBe(sha256Of(bytes));
  line.cut = false;
  await api.hint('online');
  await stateOf(api, id, 'onServer');
  // deleted while the server has it: the bytes stay until the deletion cannot be taken back
  line.cut = true;
  await api.run('item.delete', { id });
  await api.run('item.restore', { id });
  expect(await read(api, id)).toBe(sha256Of(bytes));
  expect(state.stored.size).toBe(1);
});

test('a file that is deleted while it is chosen for a push comes back from this device', async () => {
  const state = scriptFiles(suite.server);
  let atPush = (): void => {};
  const reached = new Promise<void>((resolve) => (atPush = resolve));
  let goOn = (): void => {};
  const isDeleted = new Promise<void>((resolve) => (goOn = resolve));
  onTestFinished(() => goOn());
  const { api } = await device({
    undoMs: 60_000,
    barrier: async (name) => {
      if (name !== 'push.due') return;
      atPush();
      await isDeleted;
    },
  });
  const projectId = await project(api);
  await synced(api);
  const { id } = await api.run('file.add', { projectId, file: file(text(300)), name: NAME });
  await reached;
  await api.run('item.delete', { id });
  goOn();
  await until(api, { kind: 'status' }, ({ sending }) => !sending);
  expect(await api.run('item.restore', { id })).toEqual({ state: 'restored' });
  await stateOf(api, id, 'onServer');
  expect(state.stored.size).toBe(1);
});

test('a website is deleted with its pages and restored with them', async () => {
  const { api } = await device({ undoMs: 60_000 });
  const projectId = await project(api);
  const { id } = await api.run('link.add', { projectId, url: 'Example.com/docs', kind: 'website' });
  await synced(api);
  const page = await theirs(api, text(1), { id: 'page1', itemType: 'websiteUrl', parentId: id, title: 'Page' });
  await api.run('item.delete', { id });
  await until(api, { kind: 'one', collection: 'projectItems', id: page }, (item) => item === null);
  await api.run('item.restore', { id });
  await until(api, { kind: 'one', collection: 'projectItems', id: page }, (item) => item !== null);
  expect(await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item !== null)).toMatchObject({
    url: 'https://example.com/docs',
    crawlStatus: 'waiting',
    depth: 3,
    pageLimit: 200,
  });
});

test('search stops finding the text of a deleted item', async () => {
  const { api } = await device({ undoMs: 60_000 });
  await project(api);
  const id = await theirs(api, text(300));
  suite.server.put('itemTexts', {
    id,
    projectId: 'p1',
    version: 1,
    title: '',
    language: 'en',
    parts: [{ id: 'p1', kind: 'text', level: 0, text: 'The pier opens in spring.', place: { line: 1 } }],
    outline: [],
    fetchedAt: 0,
    parsedAt: 1,
    abilities: [],
  });
  const found = async (): Promise<boolean> => (await api.search('pier')).results.some((result) => result.id === id);
  await eventually(found, 'the text is found');
  await api.run('item.delete', { id });
  await eventually(async () => !(await found()), 'the text is not found');
  expect((await until(api, { kind: 'status' }, (s) => s.waiting.documents > 0)).waiting.documents).toBe(1);
  await api.run('item.restore', { id });
  await eventually(found, 'the text is found again');
  expect(suite.server.pushed('itemTexts')).toEqual([]);
});

test('links are checked offline: their address, doubles and settings', async () => {
  const { api } = await device();
  const projectId = await project(api);
  const { id } = await api.run('link.add', { projectId, url: 'https://example.com/a?utm_source=x', kind: 'singleUrl' });
  // the outbox shows the address of a link that has no title yet
  await until(api, { kind: 'outbox' }, (rows) => rows.some(({ title }) => title.startsWith('https://example.com/a')));
  const add = (url: string, more: object = {}) => api.run('link.add', { projectId, url, kind: 'website', ...more });
  await expect(add('example.com/a')).rejects.toMatchObject({
    code: 'SINGLE_URL_DUPLICATED',
    details: { params: { id } },
  });
  await expect(add('ftp://example.com')).rejects.toMatchObject({ code: 'WEBSITE_URL_INVALID' });
  await expect(add('http://127.0.0.1/')).rejects.toMatchObject({ code: 'WEBSITE_URL_NOT_PUBLIC' });
  await expect(add('example.com/b', { pageLimit: 0 })).rejects.toMatchObject({ code: 'PARAM_ERROR' });
  await expect(api.run('link.settings', { id, depth: 2 })).rejects.toMatchObject({ code: 'PARAM_ERROR' });
  await api.run('link.settings', { id, recrawl: 'weekly' });
  const item = await until(api, { kind: 'one', collection: 'projectItems', id }, (row) => row?.recrawl === 'weekly');
  expect(item).toMatchObject({ itemType: 'singleUrl', crawlStatus: 'waiting', depth: 0, pageLimit: 0 });
});

test('a file is checked before it is stored, by its name, type, size and the files of the project', async () => {
  const { api } = await device();
  const projectId = await project(api);
  const bytes = text(300);
  const id = await theirs(api, bytes, { title: 'Plan.txt' });
  const check = (given: Blob, name: string) => api.run('file.check', { projectId, file: given, name });
  expect(await check(file(bytes), 'copy.txt')).toEqual({ state: 'duplicate', id });
  expect(await check(file(text(300, 'b')), 'plan.TXT')).toEqual({ state: 'newVersion', id });
  expect(await check(file(text(300, 'b')), 'plan.pdf')).toEqual({ state: 'new', id: '' });
  const refusal = (given: Blob, name: string) =>
    Promise.all(
      (['file.check', 'file.add'] as const).map((command) =>
        api.run(command, { projectId, file: given, name }).then(
          () => '',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
  expect(await refusal(file(text(1)), ' \u200b ')).toEqual(['FILE_NAME_REQUIRED', 'FILE_NAME_REQUIRED']);
  expect(await refusal(file(text(1)), `${'n'.repeat(252)}.txt`)).toEqual(Array(2).fill('FILE_NAME_LENGTH_EXCEEDED'));
  expect(await refusal(file(text(1)), 'tool.exe')).toEqual(Array(2).fill('FILE_TYPE_NOT_SUPPORT'));
  expect(await refusal(new Blob([]), 'a.txt')).toEqual(Array(2).fill('FILE_CONTENT_EMPTY'));
  const large = { size: 50 * 1024 * 1024 + 1, slice: () => new Blob() } as unknown as Blob;
  expect(await refusal(large, 'a.txt')).toEqual(Array(2).fill('FILE_MAX_LENGTH_EXCEEDED'));
  await expect(api.run('file.add', { projectId, file: file(bytes), name: 'copy.txt' })).rejects.toMatchObject({
    code: 'FILE_DUPLICATED',
    details: { params: { id } },
  });
  expect(await until(api, { kind: 'files' }, () => true)).toEqual([]);
  await expect(api.run('item.rename', { id, title: 'plan.exe' })).rejects.toMatchObject({
    code: 'FILE_TYPE_NOT_SUPPORT',
  });
});

test('a file whose name another one has waits for a decision, survives a killed browser, and is stored as decided', async () => {
  const state = scriptFiles(suite.server);
  const first = await device();
  const projectId = await project(first.api);
  const id = await theirs(first.api, text(300), { title: 'Plan.txt' });
  const hold = (api: ReplicaApi, seed: string) =>
    api.run('file.hold', { projectId, id, file: file(text(200, seed)), name: 'plan.txt' });
  // the same bytes are asked about once
  for (const seed of ['b', 'b', 'c', 'd']) await hold(first.api, seed);
  await kill(first);

  const { api } = await suite.again(first);
  const rows = await until(api, { kind: 'undecidedFiles', projectId }, (found) => found.length === 3);
  expect(rows.map(({ name, otherId }) => [name, otherId])).toEqual(Array(3).fill(['plan.txt', id]));
  await until(api, { kind: 'status' }, (s) => s.local === 3 && s.waiting.files === 0);
  expect(await read(api, id)).toBe(sha256Of(text(300)));
  const [version, beside, left] = rows.map((row) => row.id) as [string, string, string];
  await api.run('file.decide', { id: version, choice: 'newVersion' });
  // a button that is pressed twice
  await Promise.all([0, 1].map(() => api.run('file.decide', { id: beside, choice: 'keepBoth' })));
  await api.run('file.decide', { id: left, choice: 'skip' });
  // decided elsewhere
  await api.run('file.decide', { id: left, choice: 'newVersion' });
  await eventually(() => state.stored.size === 2, 'both were sent');
  expect(sha256Of(state.stored.get(id)!)).toBe(sha256Of(text(200, 'b')));
  const items = await until(api, { kind: 'find', collection: 'projectItems' }, (all) => all.length === 2);
  expect(items.map(({ title }) => title).sort()).toEqual(['Plan.txt', 'plan (2).txt']);
  await until(api, { kind: 'status' }, (s) => s.local === 0 && s.waiting.files === 0);
});

test('giving up a file whose name is taken leaves the file that has the name', async () => {
  scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  // a colleague's, whose bytes are on their way
  const id = await theirs(api, text(300), { title: 'plan.txt', version: 0 });
  await api.run('file.hold', { projectId, id, file: file(text(200, 'b')), name: 'plan.txt' });
  const [row] = await until(api, { kind: 'outbox' }, (rows) => rows.length === 1);
  await api.run('outbox.drop', { id: row!.id });
  await until(api, { kind: 'undecidedFiles', projectId }, (rows) => rows.length === 0);
  expect(await until(api, { kind: 'one', collection: 'projectItems', id }, () => true)).toMatchObject({ version: 0 });
});

test('a version that was just sent is recognised as the same file before its hash arrives', async () => {
  scriptFiles(suite.server);
  const { api } = await device();
  const projectId = await project(api);
  const id = await theirs(api, text(300));
  // the answer to the upload arrives, and no pull
  suite.server.fault = ({ path }) => (path.includes('/pull') ? 'hang' : null);
  await api.run('file.add', { projectId, file: file(text(200, 'b')), name: 'theirs.txt', replaces: id });
  await stateOf(api, id, 'onServer');
  expect(await api.run('file.check', { projectId, file: file(text(200, 'b')), name: 'theirs.txt' })).toEqual({
    state: 'duplicate',
    id,
  });
});

test('a new version is shown here at once, and gets the number that the server gives it', async () => {
  const state = scriptFiles(suite.server);
  const line = new Line(() => suite.server);
  const { api } = await device({ fetch: line.fetch });
  const projectId = await project(api);
  const id = await theirs(api, text(300));
  expect(await read(api, id)).toBe(sha256Of(text(300)));
  line.cut = true;
  const mine = text(300, 'mine');
  await api.run('file.add', { projectId, file: file(mine), name: 'theirs.txt', replaces: id });
  expect(await read(api, id)).toBe(sha256Of(mine));
  // another device was faster
  suite.server.put('projectItems', { id, version: 2, sha256: sha256Of(text(300, 'b')) });
  line.cut = false;
  await api.hint('online');
  await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item?.version === 3);
  await stateOf(api, id, 'onServer');
  expect([await read(api, id), sha256Of(state.stored.get(id)!)]).toEqual([sha256Of(mine), sha256Of(mine)]);
  const db = (await until(api, { kind: 'files' }, (rows) => rows.length === 1))[0]!;
  expect(db).toMatchObject({ hasBytes: true, projectId: 'p1' });
});

test('a renamed and moved file is sent to its project', async () => {
  scriptFiles(suite.server);
  const line = new Line(() => suite.server);
  const { api } = await device({ fetch: line.fetch });
  const projectId = await project(api);
  await project(api, 'p2');
  await synced(api);
  line.cut = true;
  const { id } = await api.run('file.add', { projectId, file: file(text(300)), name: NAME });
  await api.run('item.rename', { id, title: 'renamed.md' });
  await api.run('item.move', { id, projectId: 'p2' });
  line.cut = false;
  await api.hint('online');
  await stateOf(api, id, 'onServer');
  expect(suite.server.doc('projectItems', id)).toMatchObject({
    title: 'renamed.md',
    projectId: 'p2',
    space: 'project:p2',
  });
  const applied = suite.server.requests.find(({ method, path }) => `${method} ${path}` === APPLY_FILE)!;
  expect(applied.body).toMatchObject({ projectId: 'p2' });
});

test('a response that is not the file is not shown: another version, other bytes, a page of a captive portal, a file the server lacks', async () => {
  const { api } = await device();
  await project(api);
  const bytes = text(300);
  const id = await theirs(api, bytes);
  const address = `GET ${fileContentPath(id)}`;
  suite.server.calls[address] = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  expect(await read(api, id)).toBe('offline');
  suite.server.calls[address] = () =>
    new Response(text(299), { headers: { 'x-satchel-file-version': `1-${sha256Of(bytes)}` } });
  expect(await read(api, id)).toBe('offline');
  suite.server.calls[`GET ${fileContentPath(id, 2)}`] = () =>
    new Response(bytes, { headers: { 'x-satchel-file-version': `1-${sha256Of(bytes)}` } });
  expect(await read(api, id, 2)).toBe('offline');
  suite.server.calls[address] = () => Response.json({ success: false, error: 'FILE_NOT_STORED' }, { status: 409 });
  expect(await read(api, id)).toBe('notOnServer');
  serveFile(suite.server, id, bytes, 1);
  expect(await read(api, id)).toBe(sha256Of(bytes));
});

test('the bytes of a file are deleted when this person may no longer read it', async () => {
  const reader = await device();
  const { api } = reader;
  await project(api);
  const id = await theirs(api, text(300));
  await read(api, id);
  const db = await deviceDatabaseOf(reader);
  expect(JSON.stringify(await db.fileChunks.rows.toArray())).not.toContain('again');
  suite.server.remove('projectItems', id);
  await eventually(async () => (await db.files.count()) + (await db.fileChunks.count()) === 0, 'nothing is left');
  await db.close();
});

test('files of a kept project are read in the background, follow new versions, and are freed', async () => {
  const { api } = await device();
  await project(api);
  await project(api, 'p2');
  const id = await theirs(api, text(300));
  const other = await theirs(api, text(200), { id: 'f2', projectId: 'p2', space: 'project:p2' });
  await synced(api);
  await api.run('project.keep', { id: 'p1', isKept: true });
  expect(await until(api, { kind: 'keptProjects' }, (ids) => ids.length === 1)).toEqual(['p1']);
  await until(api, { kind: 'files' }, (rows) => rows.length === 1 && rows[0]!.id === id);
  const next = text(300, 'b');
  serveFile(suite.server, id, next, 2);
  suite.server.put('projectItems', { id, version: 2, sha256: sha256Of(next), contentAt: 2 });
  await until(api, { kind: 'one', collection: 'projectItems', id }, (item) => item?.version === 2);
  await until(api, { kind: 'files', projectId: 'p1' }, (rows) => rows.length === 1);
  suite.server.fault = () => 'network';
  expect(await read(api, id)).toBe(sha256Of(next));
  expect(await read(api, other)).toBe('offline');
  await api.run('project.keep', { id: 'p1', isKept: false });
  await api.run('file.free', { id });
  expect(await until(api, { kind: 'files' }, (rows) => rows.length === 0)).toEqual([]);
});
