/** Offline work, and its synchronisation afterwards. */
import { expect, test } from 'vitest';
import { eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';
import { html } from '../../support/scripted-server';

const suite = engineSuite();

test('documents created online reach the server, and the server’s documents reach the device', async () => {
  const { server } = suite;
  server.put('projects', { id: 'p9', space: 'project:p9', title: 'From before', abilities: ['update'] });
  const { api } = await suite.device();
  await until(api, { kind: 'one', collection: 'projects', id: 'p9' }, (p) => p?.title === 'From before');
  const { id } = await api.run('project.create', { title: 'Field notes' });
  const note = await api.run('note.create', { projectId: id, title: 'Monday' });
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Field notes');
  expect(server.doc('notes', note.id)).toMatchObject({ title: 'Monday', projectId: id, space: `project:${id}` });
  expect(server.doc('noteContents', note.id)).toMatchObject({ subjectId: note.id, state: '' });
  server.put('projects', { id, title: 'Renamed elsewhere' });
  await until(api, { kind: 'one', collection: 'projects', id }, (p) => p?.title === 'Renamed elsewhere');
});

test('offline work is pushed once the server is back, each document once, and the status counts it', async () => {
  const line = new Line(() => suite.server);
  const { api } = await suite.device({ fetch: line.fetch });
  await synced(api);
  line.cut = true;
  await api.hint('offline');
  await until(api, { kind: 'status' }, (s) => s.connection.state === 'offline' && s.connection.reason === 'noNetwork');
  const { id } = await api.run('project.create', { title: 'In the tunnel' });
  await api.run('note.create', { projectId: id, title: 'Still here' });
  await until(api, { kind: 'status' }, (s) => s.waiting.documents === 2);
  await until(api, { kind: 'syncState', collection: 'projects', id }, (state) => state === 'onDevice');
  expect(suite.server.doc('projects', id)).toBeNull();
  line.cut = false;
  await api.hint('online');
  await synced(api);
  expect(suite.server.doc('projects', id)?.['title']).toBe('In the tunnel');
  await until(api, { kind: 'syncState', collection: 'projects', id }, (state) => state === 'onServer');
  expect([suite.server.pushed('projects').length, suite.server.pushed('notes').length]).toEqual([1, 1]);
});

test('a cold start needs no server', async () => {
  const line = new Line(() => suite.server);
  const first = await suite.device({ fetch: line.fetch });
  const { id } = await first.api.run('project.create', { title: 'Known' });
  await synced(first.api);
  await first.close();
  line.cut = true;
  const second = await suite.again(first);
  await until(second.api, { kind: 'account' }, (account) => account?.userId === 'u1');
  await until(second.api, { kind: 'one', collection: 'projects', id }, (p) => p?.title === 'Known');
});

test('a write before a crash is pushed at the next start', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  const first = await suite.device({ fetch: line.fetch });
  await synced(first.api);
  line.cut = true;
  const { id } = await first.api.run('project.create', { title: 'Just before' });
  const { id: noteId } = await first.api.run('note.create', { projectId: id, title: '' });
  const text = await first.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'typed a moment ago').update);
  await first.kill();
  line.cut = false;
  const second = await suite.again(first);
  await synced(second.api);
  expect(server.doc('projects', id)?.['title']).toBe('Just before');
  expect(await second.api.textOf(noteId, 'text')).toContain('typed a moment ago');
  expect(server.doc('notes', noteId)).toMatchObject({ title: 'Untitled', snippet: 'typed a moment ago' });
});

test.each([
  ['an HTML page with status 200', () => html()],
  ['an HTML page with status 502', () => html(502)],
  ['an error 500', () => ({ error: 'HTTP_500' as const })],
  ['no response', () => 'network' as const],
])('%s instead of an answer counts as unreachable, and synchronisation resumes afterwards', async (_, fault) => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  server.fault = fault;
  const { id } = await api.run('project.create', { title: 'Behind a login page' });
  await until(
    api,
    { kind: 'status' },
    (s) => s.connection.state === 'offline' && s.connection.reason === 'serverUnreachable' && s.waiting.documents === 1,
  );
  server.fault = () => null;
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Behind a login page');
});

test('a push whose answer is lost is repeated and applied once, and later edits do not conflict', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  const { id } = await api.run('project.create', { title: 'First' });
  await synced(api);
  let lost = 0;
  server.fault = (r) => (r.path.endsWith('/projects/push') && (lost += 1) === 1 ? 'lost' : null);
  await api.run('project.update', { id, title: 'Second' });
  await eventually(() => server.doc('projects', id)?.['title'] === 'Second', 'the server has it');
  await api.run('project.update', { id, title: 'Third' });
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Third');
  await until(api, { kind: 'conflictVersions' }, (kept) => kept.length === 0);
});

test('a checkpoint that is too old: everything is pulled again, pending writes stay, documents gone on the server are removed', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  server.put('projects', { id: 'gone', space: 'project:gone', title: 'Purged', abilities: ['update'] });
  server.put('projects', { id: 'stays', space: 'project:stays', title: 'Stays', abilities: ['update'] });
  const first = await suite.device({ fetch: line.fetch });
  await until(first.api, { kind: 'count', collection: 'projects' }, (n) => n === 2);
  await synced(first.api);
  await first.close();
  server.rows('projects').delete('gone');
  line.cut = true;
  const second = await suite.again(first);
  const { id } = await second.api.run('project.create', { title: 'Not sent yet' });
  server.fault = (r) =>
    r.path.endsWith('/projects/pull') && (r.body as { checkpoint: unknown }).checkpoint !== null
      ? { error: 'CHECKPOINT_TOO_OLD' }
      : null;
  line.cut = false;
  await second.api.hint('online');
  const titles = await until(
    second.api,
    { kind: 'find', collection: 'projects' },
    (list) => !list.some((p) => p.id === 'gone'),
  );
  expect(titles.map((p) => p.title).sort()).toEqual(['Not sent yet', 'Stays']);
  await synced(second.api);
  expect(server.doc('projects', id)?.['title']).toBe('Not sent yet');
});

test('a document that is sent while everything is pulled again does not disappear', async () => {
  const { server } = suite;
  for (let i = 0; i < 450; i += 1)
    server.put('projects', { id: `p${i}`, space: `project:p${i}`, title: `Project ${i}`, abilities: ['update'] });
  const first = await suite.device();
  await until(first.api, { kind: 'count', collection: 'projects' }, (n) => n === 450);
  await synced(first.api);
  await first.close();
  let pulls = 0;
  let created = '';
  let opened = (_: EngineDevice): void => {};
  const second = new Promise<EngineDevice>((resolve) => (opened = resolve));
  server.fault = ({ path }) => {
    if (!path.endsWith('/projects/pull')) return null;
    pulls += 1;
    // later pulls would bring it back
    return pulls === 1 ? { error: 'CHECKPOINT_TOO_OLD' } : pulls > 4 ? 'hang' : null;
  };
  const device = await suite.device({
    disk: { indexedDB: first.indexedDB, prefix: first.prefix },
    barrier: async (name) => {
      // the last of three pages was read before the document is sent
      if (name === 'pull.written' && pulls === 4 && !created)
        created = (await (await second).api.run('project.create', { title: 'Written meanwhile' })).id;
    },
  });
  opened(device);
  await eventually(() => server.doc('projects', created) !== null, 'it is sent');
  await eventually(() => pulls > 4, 'everything was pulled again, and the next pull begins');
  expect(await until(device.api, { kind: 'one', collection: 'projects', id: created }, () => true)).toMatchObject({
    title: 'Written meanwhile',
  });
});

test('a first pull of many pages is complete, and requests at most one page ahead', async () => {
  const { server } = suite;
  for (let i = 0; i < 450; i += 1)
    server.put('notes', { id: `n${i}`, space: 'project:p1', projectId: 'p1', title: `Note ${i}`, creatorId: 'u2' });
  const { api } = await suite.device();
  await until(api, { kind: 'count', collection: 'notes' }, (n) => n === 450);
  await synced(api);
  expect(server.count(/notes\/pull$/)).toBeLessThanOrEqual(6);
});

test('fields of a newer server survive an edit by this version', async () => {
  const { server } = suite;
  server.put('projects', { id: 'p1', space: 'project:p1', title: 'Old', abilities: ['update'], theme: { hue: 210 } });
  const { api } = await suite.device();
  await until(api, { kind: 'one', collection: 'projects', id: 'p1' }, (p) => p !== null);
  await api.run('project.update', { id: 'p1', title: 'New' });
  await synced(api);
  expect(server.doc('projects', 'p1')).toMatchObject({ title: 'New', theme: { hue: 210 } });
  const push = server.requests.find((r) => r.path.endsWith('/projects/push'))!.body as { newDocumentState: object }[];
  expect(Object.keys(push[0]!.newDocumentState).sort()).toEqual(['id', 'recency', 'rev', 'title', 'updatedAt']);
});

test('changed abilities arrive although the revision is the same', async () => {
  const { server } = suite;
  server.put('projects', { id: 'p1', space: 'project:p1', title: 'Shared', abilities: ['update'] });
  const { api } = await suite.device();
  await until(api, { kind: 'one', collection: 'projects', id: 'p1' }, (p) => p?.abilities.includes('update') === true);
  const row = server.rows('projects').get('p1')!;
  server.rows('projects').set('p1', { ...row, seq: (server.seq += 1), doc: { ...row.doc, abilities: [] } });
  server.poke(['projects']);
  await until(api, { kind: 'one', collection: 'projects', id: 'p1' }, (p) => p?.abilities.length === 0);
  await expect(api.run('project.update', { id: 'p1', title: 'Mine now' })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
});

test('while paused by the person nothing is sent, also after a restart', async () => {
  const { server } = suite;
  const first = await suite.device();
  await synced(first.api);
  await first.api.setPaused(true);
  await until(first.api, { kind: 'status' }, (s) => s.connection.state === 'paused');
  const { id } = await first.api.run('project.create', { title: 'Later' });
  await first.close();
  const second = await suite.again(first);
  await until(second.api, { kind: 'status' }, (s) => s.connection.state === 'paused' && s.waiting.documents === 1);
  expect(server.doc('projects', id)).toBeNull();
  await second.api.setPaused(false);
  await synced(second.api);
  expect(server.doc('projects', id)?.['title']).toBe('Later');
});

test('repeated pauses: after each the changes of the meantime arrive, and the event stream is open again', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  const lines = (): number => server.count(/\/sync\/stream$/);
  await eventually(() => lines() === 1, 'the first line');
  // that a pause brings no backoff is in sync/engine/connection/event-stream.test.ts
  for (let turn = 1; turn <= 8; turn += 1) {
    await api.setPaused(true);
    await until(api, { kind: 'status' }, (s) => s.connection.state === 'paused');
    server.put('projects', { id: 'p9', space: 'project:p9', title: `Turn ${turn}`, abilities: [] });
    await api.setPaused(false);
    await until(api, { kind: 'one', collection: 'projects', id: 'p9' }, (p) => p?.title === `Turn ${turn}`);
    await eventually(() => lines() === turn + 1, 'a line of this turn');
  }
});

test('two concurrent first preferences are both stored', async () => {
  const device = await suite.device({ collections: ['preferences'] });
  // The second command reads the preferences before the first has created them.
  await Promise.all([
    device.api.run('preferences.update', { singleKeyShortcuts: false }),
    device.api.run('preferences.update', { recognitionLanguage: 'ja' }),
  ]);
  await synced(device.api);
  const { userId: id } = (await device.api.open({ refresh: false }))!;
  expect(suite.server.doc('preferences', id)).toMatchObject({ recognitionLanguage: 'ja', singleKeyShortcuts: false });
});
