/** Typing: durable immediately, visible to other editors and tabs, and compacted without loss. */
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../../../sync/merge/yjs';
import { textOfState } from '../../../sync/merge/note-text';
import { Documents } from '../../../sync/engine/storage/documents';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';

const suite = engineSuite();
async function note(device: EngineDevice): Promise<string> {
  const { id: projectId } = await device.api.run('project.create', { title: 'Texts' });
  return (await device.api.run('note.create', { projectId, title: 'Note' })).id;
}

test('two editors of one note receive each other’s updates, but not their own', async () => {
  const device = await suite.device();
  const id = await note(device);
  const received: Record<'a' | 'b', number> = { a: 0, b: 0 };
  const a = await device.api.openText(id, () => {
    received.a += 1;
  });
  const b = await device.api.openText(id, () => {
    received.b += 1;
  });
  await a.append(typed(a.state, 'hello').update);
  expect(received).toEqual({ a: 0, b: 1 });
  await a.close();
  await b.close();
  await expect(a.append(new Uint8Array())).rejects.toMatchObject({ code: 'NOTE_EDIT_DENIED' });
});

test('an update from the server arrives in the open editor, and concurrent typing is preserved', async () => {
  const device = await suite.device();
  const id = await note(device);
  await synced(device.api);
  let seen: Uint8Array = new Uint8Array();
  const doc = new Y.Doc();
  const text = await device.api.openText(id, (update) => {
    seen = update;
    Y.applyUpdate(doc, update);
  });
  const mine = typed(text.state, 'mine ');
  Y.applyUpdate(doc, mine.update);
  await text.append(mine.update);
  suite.server.put('noteContents', { id, state: toBase64(typed(new Uint8Array(), 'theirs').state) });
  await eventually(
    () => seen.byteLength > 0 && /theirs/.test(textOfState(Y.encodeStateAsUpdate(doc))),
    'the editor has both',
  );
  await text.compact();
  await synced(device.api);
  const onServer = textOfState(fromBase64(suite.server.doc('noteContents', id)!['state'] as string));
  expect(onServer).toMatch(/mine/);
  expect(onServer).toMatch(/theirs/);
  await text.close();
});

test('a text whose first opening failed is opened again while its reader stays, and closed by the last user', async () => {
  const device = await suite.device();
  const id = await note(device);
  await synced(device.api);
  const get = Documents.prototype.get;
  let failures = 0;
  const spy = vi.spyOn(Documents.prototype, 'get').mockImplementation(function (this: Documents, kind, of) {
    if (kind !== 'noteContents' || of !== id || failures > 0) return get.call(this, kind, of) as never;
    failures += 1;
    return Promise.reject(new Error('the database was closed'));
  });
  const endReading = await device.api.live({ kind: 'textChanges', contentId: id }, () => {});
  await eventually(() => device.errors.length > 0, 'the reader has met the failure');
  expect(device.errors.splice(0)).toHaveLength(1);
  const text = await device.api.openText(id, () => {});
  spy.mockRestore();
  await text.append(typed(text.state, 'words').update);
  await text.close();
  endReading();
  await eventually(
    async () => !(await device.locks.query()).held?.some(({ name }) => name?.startsWith('satchel-text:')),
    'the text is closed',
  );
});

test('an edit of a note is pushed in one request, its row with its text', async () => {
  const device = await suite.device();
  const id = await note(device);
  await synced(device.api);
  const text = await device.api.openText(id, () => {});
  const isPush = ({ path }: { path: string }): boolean => path.endsWith('/push');
  for (const words of ['once ', 'twice ']) {
    const before = suite.server.requests.filter(isPush).length;
    await text.append(typed(text.state, words).update);
    await text.compact();
    await synced(device.api);
    const pushes = suite.server.requests.filter(isPush).slice(before);
    expect(pushes.map(({ body }) => (body as { pushes?: { collection: string }[] }).pushes)).toEqual([
      [
        { collection: 'notes', rows: [expect.objectContaining({})] },
        { collection: 'noteContents', rows: [expect.objectContaining({})] },
      ],
    ]);
  }
  await text.close();
});

test('the row of an edited note is not pushed while its text is still being written', async () => {
  const device = await suite.device();
  const id = await note(device);
  await synced(device.api);
  const text = await device.api.openText(id, () => {});
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const change = Documents.prototype.change;
  const spy = vi.spyOn(Documents.prototype, 'change').mockImplementation(async function (this: Documents, ...args) {
    if (args[0] === 'noteContents') await released;
    return change.apply(this, args) as never;
  });
  await text.append(typed(text.state, 'words').update);
  const compacted = text.compact();
  await until(device.api, { kind: 'one', collection: 'notes', id }, (row) => row?.['snippet'] === 'words');
  const before = suite.server.requests.length;
  const pushes = (): string[] =>
    suite.server.requests
      .slice(before)
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/push'));
  // another person's change wakes the replicator, which pushes before it pulls
  suite.server.put('notes', { id: 'other', projectId: 'p1', title: 'Of another person' });
  await until(device.api, { kind: 'one', collection: 'notes', id: 'other' }, (row) => row !== null);
  const meanwhile = pushes();
  release();
  await compacted;
  await synced(device.api);
  spy.mockRestore();
  await text.close();
  expect([meanwhile, pushes()]).toEqual([[], ['/api/core/sync/push']]);
});

test('a compaction decodes the state of the text once', async () => {
  const device = await suite.device();
  const id = await note(device);
  const text = await device.api.openText(id, () => {});
  const first = typed(text.state, 'before ');
  await text.append(first.update);
  await text.compact();
  await synced(device.api);
  const state = suite.server.doc('noteContents', id)!['state'];
  await text.append(typed(first.state, 'and after').update);
  const decode = vi.spyOn(globalThis, 'atob');
  await text.compact();
  const decoded = decode.mock.calls.filter(([base64]) => base64 === state).length;
  decode.mockRestore();
  expect(decoded).toBe(1);
  await text.close();
});

test('typing is compacted after a pause, with snippet and counts in the list', async () => {
  const device = await suite.device();
  const id = await note(device);
  const text = await device.api.openText(id, () => {});
  await text.append(typed(text.state, 'three short words').update);
  await until(device.api, { kind: 'syncState', collection: 'notes', id }, (state) => state === 'onDevice');
  await until(
    device.api,
    { kind: 'one', collection: 'notes', id },
    (n) => n?.snippet === 'three short words' && n.words === 3,
  );
  await synced(device.api);
  await until(device.api, { kind: 'syncState', collection: 'notes', id }, (state) => state === 'onServer');
  await text.close();
});

test('no typing during a compaction is lost, in any order', async () => {
  const device = await suite.device();
  const id = await note(device);
  const text = await device.api.openText(id, () => {});
  let state = text.state;
  const work: Promise<void>[] = [];
  for (let i = 0; i < 30; i += 1) {
    const step = typed(state, `w${i} `);
    state = step.state;
    work.push(text.append(step.update));
    if (i % 3 === 0) work.push(text.compact());
  }
  await Promise.all(work);
  await text.close();
  const words = (await device.api.textOf(id, 'text')).split(' ').filter(Boolean).sort();
  expect(words).toEqual(Array.from({ length: 30 }, (_, i) => `w${i}`).sort());
  await until(device.api, { kind: 'status' }, (s) => s.waiting.texts === 0);
});

test('words typed in one tab arrive in the other immediately', async () => {
  const first = await suite.device({ multiInstance: true });
  const id = await note(first);
  const second = engineDevice({
    fetch: (i, o) => suite.server.fetch(i, o),
    multiInstance: true,
    locks: first.locks,
    openChannel: first.openChannel,
    disk: { indexedDB: first.indexedDB, prefix: first.prefix },
  });
  suite.devices.unshift(second);
  await second.api.open({ refresh: false });
  const doc = new Y.Doc();
  const there = await second.api.openText(id, (update) => Y.applyUpdate(doc, update));
  const here = await first.api.openText(id, () => {});
  await here.append(typed(here.state, 'across tabs').update);
  await eventually(() => /across tabs/.test(textOfState(Y.encodeStateAsUpdate(doc))), 'the other tab has it');
  await here.close();
  await there.close();
});

test('the missing text of a meeting’s note is created with the first words', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  suite.server.put('meetings', {
    id: 'm1',
    space: 'meeting:m1',
    projectId: '',
    title: 'From the phone',
    creatorId: 'u1',
    participants: [],
    abilities: ['update'],
  });
  await until(device.api, { kind: 'one', collection: 'meetings', id: 'm1' }, (m) => m !== null);
  const text = await device.api.openText('mn_m1', () => {});
  expect(text.writable).toBe(true);
  await until(device.api, { kind: 'count', collection: 'noteContents' }, (n) => n === 0);
  await text.append(typed(text.state, 'agenda').update);
  await text.close();
  await synced(device.api);
  expect(suite.server.doc('noteContents', 'mn_m1')).toMatchObject({
    subject: 'meeting',
    subjectId: 'm1',
    space: 'meeting:m1',
  });
});

test('another person’s note is read-only', async () => {
  const device = await suite.device();
  suite.server.put('noteContents', {
    id: 'n1',
    subject: 'note',
    subjectId: 'n1',
    creatorId: 'u2',
    state: toBase64(typed(new Uint8Array(), 'read me').state),
    abilities: [],
  });
  await until(device.api, { kind: 'one', collection: 'noteContents', id: 'n1' }, (c) => c !== null);
  const text = await device.api.openText('n1', () => {});
  expect(text.writable).toBe(false);
  expect(textOfState(text.state)).toBe('read me');
  await text.close();
});

test('losing and regaining permission while a text is open is reported, and earlier typing is saved', async () => {
  const device = await suite.device();
  const id = await note(device);
  await synced(device.api);
  const text = await device.api.openText(id, () => {});
  const values: unknown[] = [];
  const stop = await device.api.live({ kind: 'writable', contentId: id }, (value) => values.push(value));
  await eventually(() => values.at(-1) === true, 'it can be written');
  suite.server.rejectionOf = (collection) =>
    collection === 'noteContents' ? { code: 'NOTE_EDIT_DENIED', retry: false } : null;
  await text.append(typed(text.state, 'typed before').update);
  suite.server.put('noteContents', { id, abilities: [] });
  await eventually(() => values.at(-1) === false, 'it can not');
  await text.compact();
  const [item] = await until(device.api, { kind: 'rejectedChanges' }, (list) => list.length === 1);
  expect(await (await device.api.outboxFile(item!.id))!.blob.text()).toContain('typed before');
  suite.server.put('noteContents', { id, abilities: ['update'] });
  await eventually(() => values.at(-1) === true, 'it can be written again');
  // The row had been pushed before its text was rejected.
  await until(
    device.api,
    { kind: 'one', collection: 'notes', id },
    (row) => row?.snippet === '' && row.characters === 0,
  );
  expect(values).toEqual([true, false, true]);
  stop();
  await text.close();
});

test('permission to write a meeting’s note follows the meeting until the note exists', async () => {
  const device = await suite.device();
  const values: unknown[] = [];
  const stop = await device.api.live({ kind: 'writable', contentId: 'mn_m1' }, (value) => values.push(value));
  const meeting = {
    id: 'm1',
    space: 'meeting:m1',
    projectId: '',
    title: 'Elsewhere',
    creatorId: 'u2',
    participants: [],
  };
  suite.server.put('meetings', { ...meeting, abilities: [] });
  await eventually(() => values.at(-1) === false, 'a viewer reads');
  suite.server.put('meetings', { ...meeting, abilities: ['update'] });
  await eventually(() => values.at(-1) === true, 'a contributor writes');
  suite.server.put('noteContents', {
    id: 'mn_m1',
    space: 'meeting:m1',
    subject: 'meeting',
    subjectId: 'm1',
    creatorId: 'u2',
    state: '',
    abilities: [],
  });
  await eventually(() => values.at(-1) === false, 'the note itself decides');
  expect(values).toEqual([null, false, true, false]);
  stop();
});

/** Collects the values of the live query `writable` of a text. */
async function following(
  { api }: EngineDevice,
  contentId: string,
): Promise<{ values: unknown[]; waitFor(value: unknown): Promise<void>; stop: () => void }> {
  const values: unknown[] = [];
  const stop = await api.live({ kind: 'writable', contentId }, (value) => values.push(value));
  return {
    values,
    stop,
    waitFor: (value) =>
      eventually(
        () => values.at(-1) === value,
        `${contentId} is reported as ${String(value)}, not ${String(values.at(-1))}`,
      ),
  };
}

test.each([
  ['an empty one before', { state: '' }],
  ['nothing before', null],
])('a row that arrives before its text, with %s: the text cannot be written until it arrives', async (_, before) => {
  const { server } = suite;
  const device = await suite.device();
  await synced(device.api);
  const content = { id: 'n1', subject: 'note', subjectId: 'n1', creatorId: 'u1' };
  if (before) server.put('noteContents', { ...content, ...before });
  server.put('notes', {
    id: 'n1',
    projectId: 'p1',
    title: 'Elsewhere',
    creatorId: 'u1',
    snippet: 'written there',
    words: 2,
    characters: 13,
  });
  await until(device.api, { kind: 'one', collection: 'notes', id: 'n1' }, (note) => note !== null);
  await synced(device.api);
  const text = await following(device, 'n1');
  await text.waitFor(null);
  const doc = new Y.Doc();
  const early = await device.api.openText('n1', (update) => Y.applyUpdate(doc, update));
  expect(early.writable).toBe(false);
  await expect(early.append(typed(early.state, 'too early').update)).rejects.toMatchObject({
    code: 'NOTE_NOT_FOUND',
  });

  server.put('noteContents', { ...content, state: toBase64(typed(new Uint8Array(), 'written there').state) });
  await text.waitFor(true);
  const late = await device.api.openText('n1', () => {});
  expect([late.writable, textOfState(late.state)]).toEqual([true, 'written there']);
  await eventually(
    () => textOfState(Y.encodeStateAsUpdate(doc)) === 'written there',
    'the early editor receives it, too',
  );
  await early.append(typed(late.state, 'now ').update);
  await Promise.all([early.close(), late.close()]);
  await synced(device.api);
  expect(textOfState(fromBase64(server.doc('noteContents', 'n1')!['state'] as string))).toBe('now written there');
  expect(text.values).toEqual([null, true]);
  text.stop();
});

test('a text that is missing an hour after its row can be written; if it arrives later, both are merged', async () => {
  const { server } = suite;
  const device = await suite.device();
  await synced(device.api);
  const content = { id: 'n1', subject: 'note', subjectId: 'n1', creatorId: 'u1' };
  server.put('noteContents', { ...content, state: '' });
  const hours = 3_600_000;
  server.put('notes', {
    id: 'n1',
    projectId: 'p1',
    title: 'Never sent',
    creatorId: 'u1',
    snippet: 'lost?',
    words: 1,
    characters: 5,
    updatedAt: Date.now() - 2 * hours,
  });
  const access = await following(device, 'n1');
  await access.waitFor(true);
  const text = await device.api.openText('n1', () => {});
  await text.append(typed(text.state, 'written instead ').update);
  await text.close();
  await synced(device.api);
  const other = await suite.device();
  await synced(other.api);
  server.put('noteContents', {
    ...content,
    state: toBase64(
      typed(fromBase64(server.doc('noteContents', 'n1')!['state'] as string), 'and what came late').state,
    ),
  });
  await eventually(
    async () =>
      /written instead/.test(await other.api.textOf('n1', 'text')) &&
      /came late/.test(await other.api.textOf('n1', 'text')),
    'both stand',
  );
  access.stop();
});

test('a note created here is never reported as unavailable', async () => {
  const device = await suite.device();
  const id = await note(device);
  const { values, stop, waitFor } = await following(device, id);
  await waitFor(true);
  const text = await device.api.openText(id, () => {});
  let { state } = text;
  for (let i = 0; i < 5; i += 1) {
    const step = typed(state, `w${i} `);
    state = step.state;
    await text.append(step.update);
    await text.compact();
  }
  await text.close();
  await synced(device.api);
  expect(values).toEqual([true]);
  stop();
});

test('a meeting’s note cannot be created while the first sync may still deliver it', async () => {
  const { server } = suite;
  server.put('meetings', {
    id: 'm1',
    space: 'meeting:m1',
    projectId: '',
    title: 'From the phone',
    creatorId: 'u1',
    participants: [],
    abilities: ['update'],
  });
  let open = (): void => {};
  const isOpen = new Promise<null>((resolve) => {
    open = () => resolve(null);
  });
  server.fault = ({ path }) => (path.endsWith('/noteContents/pull') ? isOpen : null);
  const device = await suite.device();
  await until(device.api, { kind: 'one', collection: 'meetings', id: 'm1' }, (meeting) => meeting !== null);
  const { values, stop, waitFor } = await following(device, 'mn_m1');
  await waitFor(null);
  expect((await device.api.openText('mn_m1', () => {})).writable).toBe(false);
  open();
  await waitFor(true);
  expect(values).toEqual([null, true]);
  stop();
});

test('a first sync pulls rows before texts; later pulls deliver a text before its row', async () => {
  const { server } = suite;
  const line = new Line(() => server);
  const make = (id: string): void => {
    server.put('notes', {
      id,
      projectId: 'p1',
      title: id,
      creatorId: 'u2',
      snippet: id,
      words: 1,
      characters: id.length,
    });
    server.put('noteContents', {
      id,
      subject: 'note',
      subjectId: id,
      creatorId: 'u2',
      state: toBase64(typed(new Uint8Array(), id).state),
      abilities: [],
    });
  };
  const pulls = (from: number): string[] =>
    server.requests.slice(from).flatMap(({ path }) => /\/(notes|noteContents)\/pull$/.exec(path)?.[1] ?? []);
  make('before');
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  expect(pulls(0).slice(0, 2)).toEqual(['notes', 'noteContents']);

  line.cut = true;
  await device.api.hint('offline');
  await until(device.api, { kind: 'status' }, (status) => status.connection.state === 'offline');
  const text = await following(device, 'after');
  let seen: unknown[] | null = null;
  const stop = await device.api.live({ kind: 'one', collection: 'notes', id: 'after' }, (row) => {
    if (row) seen ??= [...text.values];
  });
  make('after');
  const from = server.requests.length;
  line.cut = false;
  await device.api.hint('online');
  await eventually(() => seen !== null, 'the row came');
  expect(pulls(from).slice(0, 2)).toEqual(['noteContents', 'notes']);
  expect(seen).toEqual([null, false]);
  text.stop();
  stop();
});
