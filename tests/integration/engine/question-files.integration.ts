/** Files of questions that are asked offline: stored on the device, sent before the question, refused, taken back. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { newId } from '../../../sync/model/ids';
import type { KindName } from '../../../sync/model/kinds';
import {
  engineDevice,
  eventually,
  synced,
  until,
  type DeviceSetup,
  type EngineDevice,
} from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { deviceDatabaseOf } from '../../support/recorded-meeting';
import { APPLY_TEMPORARY, scriptTemporaryFiles, sha256Of, type ScriptedFiles } from '../../support/scripted-files';
import { failure, type ScriptedServer } from '../../support/scripted-server';
import { TabLocks } from '../../support/tab-locks';

const suite = engineSuite();
const KINDS: KindName[] = ['projects', 'threads', 'turns', 'answers'];
const ASK = { question: 'What grows on the roof?', kind: 'chat', context: [], usesWeb: false, language: 'en' } as const;

const text = (bytes: number, seed: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: bytes }, (_, i) => seed.charCodeAt(i % seed.length));
const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => ({ file: new Blob([bytes]), name });
type NewFile = ReturnType<typeof file> & { id?: string };
const ROOF = text(1_200_000, 'roof and ');
const CELLAR = text(300, 'cellar');

async function offline(setup: Partial<DeviceSetup> = {}): Promise<{ device: EngineDevice; line: Line }> {
  const line = new Line(() => suite.server);
  const device = await suite.device({ collections: KINDS, fetch: line.fetch, ...setup });
  await synced(device.api);
  line.cut = true;
  return { device, line };
}
const kill = async (killed: EngineDevice): Promise<void> => {
  await killed.kill();
  suite.devices.splice(suite.devices.indexOf(killed), 1);
};
/** The server refuses these questions, and holds those that follow one that it does not have. */
const refuseQuestions =
  (...ids: string[]): ScriptedServer['rejectionOf'] =>
  (collection, { newDocumentState: row }) => {
    if (collection !== 'turns') return null;
    if (ids.includes(row.id)) return { code: 'PARAM_ERROR', retry: false };
    const followsId = String((row as Record<string, unknown>)['followsId'] ?? '');
    return followsId !== '' && !suite.server.doc('turns', followsId)
      ? { code: 'SPACE_NOT_FOUND', retry: true, field: 'followsId' }
      : null;
  };
const ask = (api: ReplicaApi, files: NewFile[], input: object = {}) =>
  api.run('chat.ask', { ...ASK, context: [], fileIds: [], files, ...input });
const turn = async (api: ReplicaApi, id: string) =>
  (await until(api, { kind: 'one', collection: 'turns', id }, (row) => row !== null))!;
const sent = (id: string): Promise<void> => eventually(() => suite.server.doc('turns', id) !== null, 'it was sent');
const bytesHere = async (device: EngineDevice): Promise<number> => (await device.api.storage()).kinds.files;
const hasNoBytes = (device: EngineDevice): Promise<void> =>
  eventually(async () => (await bytesHere(device)) === 0, 'no bytes are left');
/** Requests by their call, in order, each once in a row. */
const order = (): string[] =>
  suite.server.requests
    .map(({ path, body }) =>
      path.endsWith('/push') || path.endsWith('/push-all') ? `push ${JSON.stringify(body)}` : path,
    )
    .map((each) => (each.startsWith('push') ? (each.includes('"fileIds"') ? 'question' : '') : each))
    .filter((each) => each === 'question' || each.endsWith('/temporary/upload/finish'));

test('a question with two files survives a killed browser, and is sent after them', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { threadId, turnId } = await ask(device.api, [file('roof.txt', ROOF), file(' a/b\u202ecellar.txt ', CELLAR)]);
  await kill(device);

  const again = await suite.again(device);
  const { fileIds, fileNames } = await turn(again.api, turnId);
  expect(fileIds).toHaveLength(2);
  expect(fileNames).toEqual(['roof.txt', 'a_bcellar.txt']);
  const rows = await until(again.api, { kind: 'outbox' }, (found) => found.length === 3);
  expect(rows.map(({ kind, label, title, link }) => ({ kind, label, title, link }))).toEqual([
    { kind: 'file', label: 'questionFile', title: 'roof.txt', link: `/project-chat/${threadId}` },
    { kind: 'file', label: 'questionFile', title: 'a_bcellar.txt', link: `/project-chat/${threadId}` },
    { kind: 'document', label: 'question', title: ASK.question, link: `/project-chat/${threadId}` },
  ]);
  expect(await bytesHere(again)).toBe(ROOF.length + CELLAR.length);
  // neither is a file of a project
  await until(again.api, { kind: 'files' }, (files) => files.length === 0);
  await expect(again.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  const db = await deviceDatabaseOf(again);
  const atRest = JSON.stringify([await db.files.rows.toArray(), await db.fileChunks.rows.toArray()]);
  expect(atRest).not.toMatch(/roof|cellar/);
  await db.close();

  line.cut = false;
  await again.api.hint('online');
  await sent(turnId);
  await synced(again.api);
  expect(suite.server.doc('turns', turnId)).toMatchObject({ parentId: threadId, fileIds, fileNames });
  expect([ROOF, CELLAR].map(sha256Of)).toEqual(fileIds.map((id) => sha256Of(state.stored.get(id)!)));
  expect(order()).toEqual([
    '/api/core/file/temporary/upload/finish',
    '/api/core/file/temporary/upload/finish',
    'question',
  ]);
  await hasNoBytes(again);
  await until(again.api, { kind: 'outbox' }, (found) => found.length === 0);
});

test('a browser that is killed while a file is sent goes on from what the server has', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { turnId } = await ask(device.api, [file('roof.txt', ROOF)]);
  line.cut = false;
  await device.api.hint('online');
  await eventually(() => state.parts > 2, 'parts have arrived');
  await kill(device);
  expect(suite.server.doc('turns', turnId)).toBeNull();

  const before = state.parts;
  const again = await suite.again(device);
  await sent(turnId);
  await synced(again.api);
  const [id] = (await turn(again.api, turnId)).fileIds;
  expect(sha256Of(state.stored.get(id!)!)).toBe(sha256Of(ROOF));
  expect(state.parts).toBeGreaterThan(before);
  expect([...state.received.values()].map(({ length }) => length)).toEqual([ROOF.length]);
});

test('a file that the page has begun to send is continued under its id', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const [begun, whole] = [newId(), newId()];
  state.received.set(`up_${begun}`, ROOF.slice(0, 1_000_000));
  state.received.set(`up_${whole}`, CELLAR);
  const { turnId } = await ask(device.api, [
    { id: begun, ...file('roof.txt', ROOF) },
    { id: whole, ...file('cellar.txt', CELLAR) },
  ]);
  expect((await turn(device.api, turnId)).fileIds).toEqual([begun, whole]);
  line.cut = false;
  await device.api.hint('online');
  await sent(turnId);
  expect([begun, whole].map((id) => sha256Of(state.stored.get(id)!))).toEqual([ROOF, CELLAR].map(sha256Of));
  // 200,000 of 1,200,000 bytes, 64 KiB each
  expect(state.parts).toBe(4);
});

test('a refused file is told at the question, which is sent without it; a question that follows waits, too', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  const { threadId, turnId } = await ask(api, [file('refused.pdf', ROOF), file('cellar.txt', CELLAR)]);
  const next = await ask(api, [], { threadId, question: 'And in the cellar?' });
  const { fileIds } = await turn(api, turnId);
  line.cut = false;
  await api.hint('online');
  const files = await until(
    api,
    { kind: 'questionFiles', fileIds },
    (rows) => rows.some(({ state: of }) => of === 'attention') && rows.some(({ state: of }) => of === 'onServer'),
  );
  expect(files.find(({ id }) => id === fileIds[0])).toMatchObject({ state: 'attention', error: 'FILE_TYPE_MISMATCH' });
  const rows = await until(api, { kind: 'outbox' }, (found) => found.some(({ state: of }) => of === 'attention'));
  expect(rows.find(({ state: of }) => of === 'attention')).toMatchObject({
    title: 'refused.pdf',
    lastError: { code: 'FILE_TYPE_MISMATCH' },
    can: { drop: true, saveToFile: true },
  });
  const saved = await api.outboxFile(rows.find(({ state: of }) => of === 'attention')!.id);
  expect(saved?.name).toBe('refused.pdf');
  expect(sha256Of(new Uint8Array(await saved!.blob.arrayBuffer()))).toBe(sha256Of(ROOF));
  // the chat itself is on the server
  await eventually(() => suite.server.doc('threads', threadId) !== null, 'the chat was sent');
  expect([turnId, next.turnId].map((id) => suite.server.doc('turns', id))).toEqual([null, null]);

  await api.run('chat.leaveFile', { turnId, fileId: fileIds[0]! });
  await sent(turnId);
  await sent(next.turnId);
  await synced(api);
  expect(suite.server.doc('turns', turnId)).toMatchObject({ fileIds: [fileIds[1]], fileNames: ['cellar.txt'] });
  expect([...state.stored.keys()]).toEqual([fileIds[1]]);
  await hasNoBytes(device);
  await expect(api.run('chat.leaveFile', { turnId, fileId: fileIds[1]! })).rejects.toMatchObject({
    code: 'CHAT_NOT_FOUND',
  });
});

test('a file that the organization has no room for is sent again on request, or left out in the outbox', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const apply = suite.server.calls[APPLY_TEMPORARY]!;
  const full = (): Response =>
    Response.json(
      { success: false, error: 'FILE_TOTAL_LENGTH_EXCEEDED', message: '', params: { maxSize: 10 } },
      { status: 400 },
    );
  suite.server.calls[APPLY_TEMPORARY] = full;
  const { device, line } = await offline();
  const { api } = device;
  const { turnId } = await ask(api, [file('roof.txt', CELLAR)]);
  const { fileIds } = await turn(api, turnId);
  line.cut = false;
  await api.hint('online');
  await until(api, { kind: 'questionFiles', fileIds }, ([row]) => row?.error === 'FILE_TOTAL_LENGTH_EXCEEDED');
  await until(api, { kind: 'status' }, ({ rejected }) => rejected === 1);
  suite.server.calls[APPLY_TEMPORARY] = apply;
  await api.run('file.resume', { id: fileIds[0]! });
  await sent(turnId);
  expect([...state.stored.keys()]).toEqual(fileIds);

  suite.server.calls[APPLY_TEMPORARY] = full;
  const other = await ask(api, [file('late.txt', CELLAR)]);
  const rows = await until(api, { kind: 'outbox' }, (found) => found.some(({ state: of }) => of === 'attention'));
  await api.run('outbox.drop', { id: rows.find(({ state: of }) => of === 'attention')!.id });
  await sent(other.turnId);
  expect(suite.server.doc('turns', other.turnId)).toMatchObject({ fileIds: [], fileNames: [] });
});

test('a question that is taken back, or whose chat is deleted, leaves no bytes; its other version keeps them', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  const first = await ask(api, [file('roof.txt', CELLAR)]);
  await api.run('chat.stop', { turnId: first.turnId });
  expect(await bytesHere(device)).toBe(0);

  const { threadId, turnId } = await ask(api, [file('roof.txt', CELLAR)]);
  const { fileIds, fileNames } = await turn(api, turnId);
  const edited = await api.run('chat.ask', {
    ...ASK,
    context: [],
    question: 'What grows there?',
    threadId,
    followsId: '',
    fileIds,
    fileNames: fileNames!,
  });
  await api.run('chat.stop', { turnId });
  expect(await bytesHere(device)).toBe(CELLAR.length);

  const gone = await ask(api, [file('gone.txt', ROOF)]);
  await api.run('thread.delete', { id: gone.threadId });
  line.cut = false;
  await api.hint('online');
  await sent(edited.turnId);
  await synced(api);
  await hasNoBytes(device);
  expect([...state.stored.keys()]).toEqual(fileIds);
  expect([first.turnId, turnId, gone.turnId].map((id) => suite.server.doc('turns', id))).toEqual([null, null, null]);
});

test('a chat that is deleted and comes back is asked with its file', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  const { threadId, turnId } = await ask(api, [file('roof.txt', ROOF)]);
  await api.run('thread.delete', { id: threadId });
  await api.run('document.restore', { collection: 'threads', id: threadId, title: '' });
  line.cut = false;
  await api.hint('online');
  await sent(turnId);
  await synced(api);
  const [id] = (await turn(api, turnId)).fileIds;
  expect(sha256Of(state.stored.get(id!)!)).toBe(sha256Of(ROOF));
  expect(order()).toEqual(['/api/core/file/temporary/upload/finish', 'question']);
  await hasNoBytes(device);
});

test('a file that cannot be asked with is refused at once, and nothing of the question is stored', async () => {
  const { device } = await offline();
  const { api } = device;
  for (const [name, bytes, code] of [
    ['wrong.exe', CELLAR, 'FILE_TYPE_NOT_SUPPORT'],
    ['sound.mp3', CELLAR, 'FILE_TYPE_NOT_SUPPORT'],
    ['empty.txt', text(0, 'a'), 'FILE_CONTENT_EMPTY'],
  ] as const)
    await expect(ask(api, [file('roof.txt', ROOF), file(name, bytes)])).rejects.toMatchObject({ code });
  const six = Array.from({ length: 6 }, (_, i) => file(`${i}.txt`, text(10 + i, 'x')));
  await expect(ask(api, six)).rejects.toMatchObject({ code: 'PARAM_ERROR' });
  expect(await bytesHere(device)).toBe(0);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
});

test('files whose browser was killed while the question was stored are sent with it, or deleted without it', async () => {
  const { device } = await offline();
  const { turnId } = await ask(device.api, [file('roof.txt', ROOF)]);
  const abandon = async (of: EngineDevice, fields: object): Promise<EngineDevice> => {
    const db = await deviceDatabaseOf(of);
    await db.files.rows.toCollection().modify({ transfer: 'storing', ...fields });
    await db.close();
    await kill(of);
    return suite.again(of);
  };
  const again = await abandon(device, {});
  await until(again.api, { kind: 'outbox' }, (rows) => rows.some(({ kind }) => kind === 'file'));
  expect((await turn(again.api, turnId)).fileIds).toHaveLength(1);
  await hasNoBytes(await abandon(again, { turnId: 'never' }));
});

test('files of a tab that was killed while it stored them are sent, or deleted, by the tab that leads', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { turnId } = await ask(device.api, [file('roof.txt', ROOF)]);
  await ask(device.api, [file('cellar.txt', CELLAR)]);
  const locks = new TabLocks(device.locks);
  const killed = engineDevice({
    fetch: line.fetch,
    locks,
    openChannel: device.openChannel,
    collections: KINDS,
    disk: { indexedDB: device.indexedDB, prefix: device.prefix },
  });
  suite.devices.push(killed);
  await killed.api.open({ refresh: false });
  const db = await deviceDatabaseOf(device);
  const [stored, incomplete] = await db.files.rows.orderBy('id').toArray();
  await db.files.rows.update(stored!.id, { transfer: 'storing' });
  await db.files.rows.update(incomplete!.id, { transfer: 'storing', sha256: '' });
  locks.kill();
  await eventually(async () => (await bytesHere(device)) === ROOF.length, 'the incomplete one is deleted').finally(() =>
    locks.buried(),
  );
  await db.close();
  line.cut = false;
  await device.api.hint('online');
  await sent(turnId);
  expect([...state.stored.keys()]).toEqual((await turn(device.api, turnId)).fileIds);
});

/** The server deletes temporary files after a week. */
const expire = (state: ScriptedFiles): void => {
  state.stored.clear();
  state.received.clear();
};
/** From now on questions are accepted; the result has those that came without all their files. */
function acceptQuestions(state: ScriptedFiles): string[] {
  const incomplete: string[] = [];
  const rejectionOf = refuseQuestions();
  suite.server.rejectionOf = (collection, row, current) => {
    const rejection = rejectionOf(collection, row, current);
    const { id, fileIds = [] } = row.newDocumentState as { id: string; fileIds?: string[] };
    if (collection === 'turns' && !rejection && !fileIds.every((each) => state.stored.has(each))) incomplete.push(id);
    return rejection;
  };
  return incomplete;
}
const stateOfFile = (api: ReplicaApi, id: string, wanted: string): Promise<unknown> =>
  until(api, { kind: 'questionFiles', fileIds: [id] }, ([row]) => row?.state === wanted);

test('a refused question that is tried again is sent after its file and those of the questions behind it', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  const { threadId, turnId } = await ask(api, [file('roof.txt', ROOF)]);
  const next = await ask(api, [file('cellar.txt', CELLAR)], { threadId, question: 'And in the cellar?' });
  const fileIds = [...(await turn(api, turnId)).fileIds, ...(await turn(api, next.turnId)).fileIds];
  suite.server.rejectionOf = refuseQuestions(turnId);
  line.cut = false;
  await api.hint('online');
  const [item] = await until(api, { kind: 'rejectedChanges' }, (items) => items.length === 1);
  await stateOfFile(api, fileIds[1]!, 'onServer');
  expect(suite.server.doc('turns', next.turnId)).toBeNull();

  expire(state);
  const incomplete = acceptQuestions(state);
  await api.run('rejectedChange.resolve', { id: item!.id, action: 'retry' });
  await sent(turnId);
  await api.run('outbox.retry', { id: `turns/${next.turnId}` });
  await sent(next.turnId);
  expect([...state.stored.keys()].sort()).toEqual([...fileIds].sort());
  expect(incomplete).toEqual([]);
  await hasNoBytes(device);
});

test('a refused version of a question keeps the file that both name, and is sent with it', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  for (const fate of ['sent', 'takenBack'] as const) {
    line.cut = true;
    const { threadId, turnId } = await ask(api, [file('roof.txt', ROOF)]);
    const { fileIds, fileNames } = await turn(api, turnId);
    const version = await api.run('chat.ask', {
      ...{ ...ASK, context: [], question: 'What grows there?' },
      ...{ threadId, followsId: '', fileIds, fileNames: fileNames! },
    });
    const refuse = refuseQuestions(version.turnId);
    suite.server.rejectionOf = (collection, row, current) =>
      fate === 'takenBack' && collection === 'turns' && row.newDocumentState.id === turnId
        ? { code: 'API_RATE_LIMIT_EXCEEDED', retry: true }
        : refuse(collection, row, current);
    line.cut = false;
    await api.hint('online');
    const [item] = await until(api, { kind: 'rejectedChanges' }, (items) => items.length === 1);
    if (fate === 'takenBack') {
      // it may be being pushed right now
      suite.server.calls['POST /api/core/chat/turn/stop'] = () => failure('CHAT_NOT_FOUND');
      await api.run('chat.stop', { turnId });
      await until(api, { kind: 'one', collection: 'turns', id: turnId }, (row) => row === null);
    } else await sent(turnId);
    // whose file is deleted once it was sent, as all are that nothing waits for
    const other = await ask(api, [file('cellar.txt', CELLAR)]);
    await sent(other.turnId);
    await eventually(async () => (await bytesHere(device)) === ROOF.length, 'the file of the version stays');

    expire(state);
    const incomplete = acceptQuestions(state);
    await api.run('rejectedChange.resolve', { id: item!.id, action: 'retry' });
    await sent(version.turnId);
    expect(sha256Of(state.stored.get(fileIds[0]!)!)).toBe(sha256Of(ROOF));
    expect(incomplete).toEqual([]);
    await hasNoBytes(device);
  }
});

test('a refused question that waits again is changed and taken back on this device: it is never asked', async () => {
  scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  const { threadId, turnId } = await ask(api, [file('roof.txt', CELLAR)]);
  const { fileIds } = await turn(api, turnId);
  suite.server.rejectionOf = refuseQuestions(turnId);
  line.cut = false;
  await api.hint('online');
  const [item] = await until(api, { kind: 'rejectedChanges' }, (items) => items.length === 1);
  await api.setPaused(true);
  suite.server.rejectionOf = refuseQuestions();
  await api.run('rejectedChange.resolve', { id: item!.id, action: 'retry' });
  await api.run('chat.leaveFile', { turnId, fileId: fileIds[0]! });
  expect((await turn(api, turnId)).fileIds).toEqual([]);
  await api.run('chat.stop', { turnId });
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (row) => row === null);
  await api.setPaused(false);
  await synced(api);
  await eventually(() => suite.server.doc('threads', threadId) === null, 'its empty chat is deleted');
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect(suite.server.doc('turns', turnId)).toBeNull();
  await hasNoBytes(device);
});

test('a question behind one whose file is left out, or sent again, is sent after its own file is', async () => {
  const state = scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  for (const how of ['leaveFile', 'resume'] as const) {
    line.cut = true;
    const { threadId, turnId } = await ask(api, [file('refused.pdf', ROOF)]);
    const next = await ask(api, [file('cellar.txt', CELLAR)], { threadId, question: 'And in the cellar?' });
    const [refused] = (await turn(api, turnId)).fileIds;
    const [own] = (await turn(api, next.turnId)).fileIds;
    line.cut = false;
    await api.hint('online');
    await stateOfFile(api, refused!, 'attention');
    await stateOfFile(api, own!, 'onServer');
    expire(state);
    const incomplete = acceptQuestions(state);
    if (how === 'leaveFile') await api.run('chat.leaveFile', { turnId, fileId: refused! });
    else {
      await api.run('file.resume', { id: refused! });
      await eventually(() => state.stored.has(own!), 'the other file is on the server again');
      await stateOfFile(api, refused!, 'attention');
      await api.run('chat.leaveFile', { turnId, fileId: refused! });
    }
    await sent(next.turnId);
    expect([...state.stored.keys()]).toEqual([own]);
    expect(incomplete).toEqual([]);
  }
});

test('a question behind a refused one that is given up follows the one before it', async () => {
  scriptTemporaryFiles(suite.server);
  const { device, line } = await offline();
  const { api } = device;
  const first = await ask(api, [], { question: 'What is the roof made of?' });
  const { threadId } = first;
  const { turnId } = await ask(api, [file('roof.txt', ROOF)], { threadId });
  const next = await ask(api, [], { threadId, question: 'And in the cellar?' });
  suite.server.rejectionOf = refuseQuestions(turnId);
  line.cut = false;
  await api.hint('online');
  const [item] = await until(api, { kind: 'rejectedChanges' }, (items) => items.length === 1);
  expect(suite.server.doc('turns', next.turnId)).toBeNull();
  await api.run('rejectedChange.resolve', { id: item!.id, action: 'drop' });
  await sent(next.turnId);
  expect(suite.server.doc('turns', next.turnId)).toMatchObject({ followsId: first.turnId });
  await hasNoBytes(device);

  // the only question of a chat: the chat goes, unless another refused question of it is still to be decided about
  line.cut = true;
  const alone = await ask(api, []);
  const behind = await ask(api, [], { threadId: alone.threadId, question: 'And in the cellar?' });
  suite.server.rejectionOf = refuseQuestions(alone.turnId, behind.turnId);
  line.cut = false;
  await api.hint('online');
  const both = await until(api, { kind: 'rejectedChanges' }, (items) => items.length === 2);
  const idOf = (turnId: string): string => both.find(({ documentId }) => documentId === turnId)!.id;
  await api.run('rejectedChange.resolve', { id: idOf(alone.turnId), action: 'drop' });
  suite.server.rejectionOf = refuseQuestions();
  await api.run('rejectedChange.resolve', { id: idOf(behind.turnId), action: 'retry' });
  await sent(behind.turnId);
  expect(suite.server.doc('turns', behind.turnId)).toMatchObject({ followsId: '', parentId: alone.threadId });
});
