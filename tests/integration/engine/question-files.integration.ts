/** Files of questions that are asked offline: stored on the device, sent before the question, deleted with it. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { newId } from '../../../sync/model/ids';
import { CHAT_KINDS } from '../../support/engine-chats';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { ASK, CELLAR, file, questionFilesOn, ROOF, text } from '../../support/engine-question-files';
import { engineSuite } from '../../support/engine-suite';
import { deviceDatabaseOf } from '../../support/recorded-meeting';
import { scriptTemporaryFiles, sha256Of } from '../../support/scripted-files';
import { TabLocks } from '../../support/tab-locks';

const suite = engineSuite();
const { offline, ask, turn, sent, bytesHere, hasNoBytes } = questionFilesOn(suite);

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
  await suite.kill(device);

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
  await suite.kill(device);
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
    await suite.kill(of);
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
    collections: CHAT_KINDS,
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

/** A device without connection, with the chat `t1` whose only question `q1` is a torn row. */
async function besideDamagedQuestion() {
  const own = { space: 'person:u1', creatorId: 'u1', createdAt: 1 };
  const thread = { projectId: '', status: '', body: '', shareRange: 'private' };
  suite.server.put('threads', { id: 't1', kind: 'chat', title: 'Roofs', ...thread, ...own });
  // the fields that a torn row still has
  suite.server.put('turns', { id: 'q1', parentId: 't1', position: 0, followsId: '', ...own });
  const made = await offline();
  await turn(made.device.api, 'q1');
  return made;
}

test('a chat with a damaged question is deleted with the files of its other questions', async () => {
  scriptTemporaryFiles(suite.server);
  const { device, line } = await besideDamagedQuestion();
  await ask(device.api, [file('roof.txt', ROOF)], { threadId: 't1' });
  expect(await bytesHere(device)).toBe(ROOF.length);
  await device.api.run('thread.delete', { id: 't1' });
  line.cut = false;
  await synced(device.api);
  await hasNoBytes(device);
});

test('a file is left out of a question, and the question taken back, also beside a damaged question', async () => {
  scriptTemporaryFiles(suite.server);
  const { device } = await besideDamagedQuestion();
  const { api } = device;
  const { turnId } = await ask(api, [file('roof.txt', ROOF), file('cellar.txt', CELLAR)], { threadId: 't1' });
  const [roof, cellar] = (await turn(api, turnId)).fileIds;
  await api.run('chat.leaveFile', { turnId, fileId: roof! });
  expect((await turn(api, turnId)).fileIds).toEqual([cellar]);
  expect(await bytesHere(device)).toBe(CELLAR.length);
  expect(await api.run('chat.stop', { turnId })).toEqual({ isTakenBack: true });
  expect(await bytesHere(device)).toBe(0);

  // a question that was damaged before it was sent
  const db = await deviceDatabaseOf(device);
  await db.rejectedChanges.put({
    ...{ id: 'turns/q2/damaged', collection: 'turns', documentId: 'q2', title: '', at: 1 },
    ...{ code: 'DOCUMENT_INVALID', field: '', content: { id: 'q2', parentId: 't1' } },
  });
  await db.close();
  await api.run('rejectedChange.resolve', { id: 'turns/q2/damaged', action: 'drop' });
  await until(api, { kind: 'rejectedChanges' }, (items) => items.length === 0);
});
