/** Typing: durable immediately, visible to other editors and tabs, and compacted without loss. */
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../../../sync/merge/yjs';
import { textOfState } from '../../../sync/merge/note-text';
import { Documents } from '../../../sync/engine/storage/documents';
import { engineDevice, eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';
import { createNote, following } from '../../support/engine-notes';

const suite = engineSuite();

test('two editors of one note receive each other’s updates, but not their own', async () => {
  const device = await suite.device();
  const id = await createNote(device);
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
  const id = await createNote(device);
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
  const id = await createNote(device);
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
  const id = await createNote(device);
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
  const id = await createNote(device);
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

test('a compaction decodes the stored state once, and so does an open text, however often it is stored', async () => {
  const device = await suite.device();
  const id = await createNote(device);
  const text = await device.api.openText(id, () => {});
  const first = typed(text.state, 'before ');
  const { atob } = globalThis;
  const decoded: { base64: string; stack: string }[] = [];
  const spy = vi.spyOn(globalThis, 'atob').mockImplementation((base64) => {
    decoded.push({ base64, stack: new Error().stack! });
    return atob(base64);
  });
  await text.append(first.update);
  await text.compact();
  await synced(device.api);
  const state = suite.server.doc('noteContents', id)!['state'];
  const timesBy = (part: RegExp): number =>
    decoded.filter(({ base64, stack }) => base64 === state && part.test(stack)).length;
  // the query of the open text emits a moment after the row was stored
  const byQuery = (): number => timesBy(/\bSafeSubscriber\b/);
  await eventually(() => byQuery() > 0, 'the open text has the stored state');
  await text.append(typed(first.state, 'and after').update);
  const byCompaction = (): number => timesBy(/\btext\/(?:compact|merge-typed)\.ts/);
  const before = byCompaction();
  await text.compact();
  const after = byCompaction();
  await text.close();
  spy.mockRestore();
  expect([after - before, byQuery()]).toEqual([1, 1]);
});

test('typing is compacted after a pause, with snippet and counts in the list', async () => {
  const device = await suite.device();
  const id = await createNote(device);
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
  const id = await createNote(device);
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
  const id = await createNote(first);
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
