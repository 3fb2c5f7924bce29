/** Deleted files and websites on devices: also while they are sent, and their restoration. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { scriptFiles, sha256Of } from '../../support/scripted-files';
import { file, filesOn, NAME, text } from '../../support/engine-files';

const suite = engineSuite();
const { device, project, theirs, read, stateOf } = filesOn(suite);

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
