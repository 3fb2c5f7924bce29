/**
 * Named attacks. Elsewhere: an unknown field (offline.integration.ts, "fields of a newer server"), a document that the
 * server refuses (conflicts.integration.ts), a switch of company during a push and another account
 * (session.integration.ts), a rejected edit (conflicts.integration.ts), writes and pulls in any order on the real
 * server (sync-proof.integration.ts). Faults found by the fuzz are at the end.
 */
import { expect, test } from 'vitest';
import { RETRY_MAX_MS } from '../../sync/engine/connection/backoff';
import { remaining } from '../../sync/engine/storage/clock';
import type { Workspace } from '../../sync/engine/host/workspace';
import { eventually, synced, until, type EngineDevice } from '../support/engine-device';
import { engineSuite, Line, typed } from '../support/engine-suite';
import { atRest, copyOf } from '../support/fuzz/disk';

const suite = engineSuite();
const DAY = 86_400_000;
const isPush = (path: string): boolean => path.endsWith('/push');

/**
 * Repeats the cut until it takes effect: an answer in flight when the connection was cut still reports a reachable
 * server.
 */
const offline = async (device: EngineDevice, line: Line): Promise<void> => {
  line.cut = true;
  await eventually(async () => {
    await device.api.hint('offline');
    return until(device.api, { kind: 'status' }, (s) => s.connection.state === 'offline', 300).then(
      () => true,
      () => false,
    );
  }, 'the device is offline');
};
const online = async (device: EngineDevice, line: Line): Promise<void> => {
  line.cut = false;
  await device.api.hint('online');
  await synced(device.api);
};

test('every push delivered twice: each document exists once, as its writer left it, without conflicts', async () => {
  const device = await suite.device({
    fetch: async (input, init) => {
      if (isPush(input)) await suite.server.fetch(input, { ...init, signal: null });
      return suite.server.fetch(input, init);
    },
  });
  const { id } = await device.api.run('project.create', { title: 'Once' });
  await synced(device.api);
  for (const title of ['Twice', 'Three times']) {
    await device.api.run('project.update', { id, title });
    await synced(device.api);
  }
  const written = suite.server.doc('projects', id)!;
  expect(written['title']).toBe('Three times');
  expect(suite.server.rows('projects').size).toBe(1);
  await until(device.api, { kind: 'conflictVersions' }, (kept) => kept.length === 0);
});

test('an old push that arrives after newer ones changes nothing', async () => {
  const late: { input: string; init: RequestInit }[] = [];
  const device = await suite.device({
    fetch: (input, init) => {
      if (isPush(input)) late.push({ input, init: { ...init, signal: null } });
      return suite.server.fetch(input, init);
    },
  });
  const { id } = await device.api.run('project.create', { title: 'First' });
  await synced(device.api);
  await device.api.run('project.update', { id, title: 'Second' });
  await synced(device.api);
  await device.api.run('project.delete', { id });
  await synced(device.api);
  for (const { input, init } of late.reverse()) await suite.server.fetch(input, init);
  expect(suite.server.doc('projects', id)).toBeNull();
  await until(device.api, { kind: 'count', collection: 'projects' }, (n) => n === 0);
});

test('killed after the server had applied a push, edited after the restart: replayed without a conflict with the own write', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id } = await device.api.run('project.create', { title: 'First' });
  await synced(device.api);
  suite.server.fault = (r) => (isPush(r.path) ? 'lost' : null);
  await device.api.run('project.update', { id, title: 'Second' });
  await eventually(() => suite.server.doc('projects', id)?.['title'] === 'Second', 'the server has it');
  line.cut = true;
  await device.kill();
  suite.server.fault = () => null;
  const again = await suite.again(device);
  await again.api.run('project.update', { id, title: 'Third' });
  line.cut = false;
  await again.api.hint('online');
  await synced(again.api);
  expect(suite.server.doc('projects', id)?.['title']).toBe('Third');
  await until(again.api, { kind: 'conflictVersions' }, (kept) => kept.length === 0);
});

test('a server restored from an older copy: documents it lost that were not edited here are removed, pending ones are sent', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id } = await device.api.run('project.create', { title: 'In the copy' });
  await synced(device.api);
  const copy = new Map(suite.server.rows('projects'));
  const forgotten = await device.api.run('project.create', { title: 'After the copy' });
  await synced(device.api);
  await offline(device, line);
  await device.api.run('project.update', { id, title: 'Unsent' });
  suite.server.collections.set('projects', copy);
  // as the real server answers a checkpoint beyond its own clock (server/sync/pull.ts)
  suite.server.fault = (r) =>
    r.path.endsWith('/projects/pull') && (r.body as { checkpoint: unknown }).checkpoint !== null
      ? { error: 'CHECKPOINT_TOO_OLD' }
      : null;
  await online(device, line);
  expect(suite.server.doc('projects', id)?.['title']).toBe('Unsent');
  await until(device.api, { kind: 'one', collection: 'projects', id: forgotten.id }, (p) => p === null);
});

test('clocks days apart: a later edit still wins by the server’s time, and a clock set back delays nothing', async () => {
  let skew = 3 * DAY;
  const line = new Line(() => suite.server);
  const ahead = await suite.device({ fetch: line.fetch, deviceNow: () => Date.now() + skew });
  const right = await suite.device();
  const { id } = await ahead.api.run('project.create', { title: 'Start' });
  await synced(ahead.api);
  await until(right.api, { kind: 'one', collection: 'projects', id }, (p) => p?.title === 'Start');
  await offline(ahead, line);
  await ahead.api.run('project.update', { id, title: 'Earlier, by a clock days ahead' });
  await right.api.run('project.update', { id, title: 'Later' });
  await synced(right.api);
  await online(ahead, line);
  expect(suite.server.doc('projects', id)?.['title']).toBe('Later');
  skew = -3 * DAY;
  await ahead.api.run('project.delete', { id });
  await eventually(() => suite.server.doc('projects', id) === null, 'the deletion is sent');
});

test('a time set before the clock was set back has passed', () => {
  expect(remaining(5_000, 2_000, RETRY_MAX_MS)).toBe(3_000);
  expect(remaining(1_000, 2_000, RETRY_MAX_MS)).toBe(0);
  expect(remaining(3 * DAY, 2_000, RETRY_MAX_MS)).toBe(0);
  expect(remaining(Number.POSITIVE_INFINITY, 2_000, RETRY_MAX_MS)).toBe(Number.POSITIVE_INFINITY);
});

test('a clock set back after a renewal: the session is renewed again when it expires, and continues', async () => {
  let skew = 0;
  const { server } = suite;
  const device = await suite.device({ deviceNow: () => Date.now() + skew });
  await synced(device.api);
  let valid = false;
  server.fault = (r) => (valid || r.path.includes('/token/refresh') ? null : { error: 'JWT_TOKEN_EXPIRED' });
  server.calls['POST /api/organization/user/token/refresh'] = () => {
    valid = true;
    return Response.json({ success: true, data: { loginToken: { accessToken: 'a', refreshToken: 'b' } } });
  };
  const { id } = await device.api.run('project.create', { title: 'Before' });
  await synced(device.api);
  skew = -2 * DAY;
  valid = false;
  await device.api.run('project.update', { id, title: 'After' });
  await synced(device.api);
  expect(server.doc('projects', id)?.['title']).toBe('After');
  expect(server.count(/token\/refresh$/)).toBe(2);
});

test('two devices of one account edit the same documents concurrently: both end up equal, and each edit is current or a conflict version', async () => {
  const lines = [new Line(() => suite.server), new Line(() => suite.server)] as const;
  const [a, b] = [await suite.device({ fetch: lines[0].fetch }), await suite.device({ fetch: lines[1].fetch })];
  const { id } = await a.api.run('project.create', { title: 'Start' });
  await synced(a.api);
  await until(b.api, { kind: 'one', collection: 'projects', id }, (p) => p !== null);
  await offline(a, lines[0]);
  await offline(b, lines[1]);
  await a.api.run('project.update', { id, title: 'From the phone', description: 'Only phone' });
  await b.api.run('project.update', { id, title: 'From the desk', instructions: 'Only desk' });
  await online(a, lines[0]);
  await online(b, lines[1]);
  expect(suite.server.doc('projects', id)).toMatchObject({
    title: 'From the desk',
    description: 'Only phone',
    instructions: 'Only desk',
  });
  await until(
    a.api,
    { kind: 'one', collection: 'projects', id },
    (p) => p?.title === 'From the desk' && p.description === 'Only phone',
  );
  const [kept] = await until(b.api, { kind: 'conflictVersions' }, (list) => list.length === 1);
  expect([kept!.mine, kept!.theirs]).toEqual(['From the desk', 'From the phone']);
});

test('the write permission is lost while edits and typed text are pending: the content becomes a rejected change, the document returns to the server’s version', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id: projectId } = await device.api.run('project.create', { title: 'Shared' });
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'Note' });
  await synced(device.api);
  await offline(device, line);
  await device.api.run('note.rename', { id: noteId, title: 'Unsent title' });
  const text = await device.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'unsent words').update);
  await text.close();
  suite.server.rejectionOf = () => ({ code: 'NO_PERMISSION', retry: false });
  await online(device, line);
  const items = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 2);
  expect(items.find((item) => item.collection === 'notes')?.content['title']).toBe('Unsent title');
  const words = items.find((item) => item.collection === 'noteContents')!;
  expect(await (await device.api.outboxFile(words.id))!.blob.text()).toContain('unsent words');
  await until(device.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note?.title === 'Note');
});

test('a new note is rejected with its typed text; nothing stays pending, and a retry sends both', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id: projectId } = await device.api.run('project.create', { title: 'Shared' });
  await synced(device.api);
  await offline(device, line);
  const { id } = await device.api.run('note.create', { projectId, title: 'Refused' });
  const text = await device.api.openText(id, () => {});
  await text.append(typed(text.state, 'typed offline').update);
  await text.close();
  suite.server.rejectionOf = (collection) =>
    collection === 'notes'
      ? { code: 'NO_PERMISSION', retry: false }
      : collection === 'noteContents' && !suite.server.doc('notes', id)
        ? { code: 'SPACE_NOT_FOUND', retry: true }
        : null;
  await online(device, line);
  const items = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 2);
  suite.server.rejectionOf = () => null;
  await device.api.run('rejectedChange.resolve', {
    id: items.find((item) => item.collection === 'notes')!.id,
    action: 'retry',
  });
  await synced(device.api);
  expect(suite.server.doc('notes', id)?.['title']).toBe('Refused');
  await eventually(async () => (await device.api.textOf(id, 'text')).includes('typed offline'), 'the words are back');
  await until(device.api, { kind: 'status' }, (s) => s.rejected === 0);
});

test('deleted by a clock days ahead, before the server’s time was known again: the deletion is sent without delay', async () => {
  let skew = 0;
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch, deviceNow: () => Date.now() + skew });
  const { id } = await device.api.run('project.create', { title: 'To be deleted' });
  await synced(device.api);
  await offline(device, line);
  skew = 3 * DAY;
  await device.api.run('project.delete', { id });
  await online(device, line);
  expect(suite.server.doc('projects', id)).toBeNull();
});

test('killed between writing a new note’s text and its row: the text without a row does not stay pending', async () => {
  const device = await suite.device();
  const { id: projectId } = await device.api.run('project.create', { title: 'House' });
  await synced(device.api);
  suite.server.rejectionOf = (collection, row) =>
    collection === 'noteContents' && !suite.server.doc('notes', row.newDocumentState.id)
      ? { code: 'SPACE_NOT_FOUND', retry: true }
      : null;
  const { documents } = (device.api as unknown as { workspace$: { value: Workspace } }).workspace$.value;
  await documents.create('noteContents', {
    id: 'n1',
    space: `project:${projectId}`,
    subject: 'note',
    subjectId: 'n1',
    creatorId: 'u1',
    state: '',
    abilities: ['update'],
  });
  // each accepted document triggers a retry of held ones
  for (let i = 1; (await documents.get('noteContents', 'n1')) !== null; i += 1) {
    expect(i).toBeLessThan(20);
    await device.api.run('project.update', { id: projectId, description: `Edit ${i}` });
    await until(
      device.api,
      { kind: 'syncState', collection: 'projects', id: projectId },
      (state) => state === 'onServer',
    );
  }
  await synced(device.api);
  await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 0);
});

test('typed into a text with content that was deleted elsewhere: the saved text can be read', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  const { id: projectId } = await device.api.run('project.create', { title: 'House' });
  const { id } = await device.api.run('note.create', { projectId, title: 'Note' });
  const text = await device.api.openText(id, () => {});
  const before = typed(text.state, 'long there ');
  await text.append(before.update);
  await text.compact();
  await synced(device.api);
  suite.server.remove('notes', id);
  suite.server.remove('noteContents', id);
  await until(device.api, { kind: 'one', collection: 'noteContents', id }, (content) => content === null);
  await text.append(typed(before.state, 'too late ').update);
  await text.close();
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  const saved = await (await device.api.outboxFile(item!.id))!.blob.text();
  expect(saved).toContain('too late');
  expect(saved).toContain('long there');
});

for (const how of ['refused while typed on', 'typed on after it was deleted elsewhere'] as const) {
  test(`an open text is ${how}, and the process is killed: the saved text can be read`, async () => {
    const line = new Line(() => suite.server);
    const device = await suite.device({ fetch: line.fetch });
    const { id: projectId } = await device.api.run('project.create', { title: 'Shared' });
    await synced(device.api);
    if (how === 'refused while typed on') await offline(device, line);
    const { id } = await device.api.run('note.create', { projectId, title: 'Note' });
    const text = await device.api.openText(id, () => {});
    const before = typed(text.state, 'first words ');
    await text.append(before.update);
    await text.compact();
    const typeOn = (): Promise<void> => text.append(typed(before.state, 'typed on ').update);
    if (how === 'typed on after it was deleted elsewhere') {
      await synced(device.api);
      suite.server.remove('notes', id);
      suite.server.remove('noteContents', id);
      await until(device.api, { kind: 'one', collection: 'noteContents', id }, (content) => content === null);
      await typeOn();
    } else {
      await typeOn();
      suite.server.rejectionOf = (collection) =>
        collection === 'notes'
          ? { code: 'NO_PERMISSION', retry: false }
          : collection === 'noteContents'
            ? { code: 'SPACE_NOT_FOUND', retry: true }
            : null;
      line.cut = false;
      await device.api.hint('online');
      await until(device.api, { kind: 'rejectedChanges' }, (list) =>
        list.some((item) => item.collection === 'noteContents'),
      );
      await until(device.api, { kind: 'one', collection: 'noteContents', id }, (content) => content === null);
    }
    // the disk at this moment: a process that closes properly would compact the typed text
    const copies: ReturnType<typeof copyOf>[] = [];
    await eventually(() => atRest(device.indexedDB) && copies.push(copyOf(device.indexedDB)) > 0, 'the disk rests');
    await device.kill();
    const again = await suite.device({ disk: { indexedDB: await copies[0]!(), prefix: device.prefix } });
    const items = await until(again.api, { kind: 'rejectedChanges' }, (list) =>
      list.some((item) => item.code === 'NOTE_NOT_FOUND'),
    );
    const saved = await (await again.api.outboxFile(
      items.find((item) => item.code === 'NOTE_NOT_FOUND')!.id,
    ))!.blob.text();
    expect(saved).toContain('first words');
    expect(saved).toContain('typed on');
  });
}
