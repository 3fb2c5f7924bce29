/** Questions with files that the server refuses, and refused files of questions: tried again, left out, taken back. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { eventually, synced, until } from '../../support/engine-device';
import { ASK, CELLAR, file, questionFilesOn, ROOF } from '../../support/engine-question-files';
import { engineSuite } from '../../support/engine-suite';
import { APPLY_TEMPORARY, scriptTemporaryFiles, sha256Of, type ScriptedFiles } from '../../support/scripted-files';
import { failure, type ScriptedServer } from '../../support/scripted-server';

const suite = engineSuite();
const { offline, ask, turn, sent, bytesHere, hasNoBytes } = questionFilesOn(suite);

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
      ...{ ...ASK, question: 'What grows there?' },
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
