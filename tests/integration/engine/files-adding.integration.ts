/** Files and links added to a project: checks, taken names, new versions, and renaming. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { APPLY_FILE, scriptFiles, sha256Of } from '../../support/scripted-files';
import { file, filesOn, NAME, text } from '../../support/engine-files';

const suite = engineSuite();
const { device, project, theirs, read, stateOf } = filesOn(suite);

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
  await suite.kill(first);

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
