/** Questions and their answers on devices: asked offline, sent later, answered by live events and by replication. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { LiveAnswer, ReplicaApi } from '../../../sync/engine/host/api';
import type { LiveEvent } from '../../../sync/protocol/live';
import { ASK, CHAT_KINDS, chatsOn } from '../../support/engine-chats';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';

const suite = engineSuite();
const { device, ask, putAnswer, setState } = chatsOn(suite);

const live = (id: string, event: LiveEvent): void =>
  suite.server.send('live', { topic: { collection: 'turns', id }, event });
const text = (id: string, from: number, piece: string): void => live(id, { type: 'text', from, text: piece });

/** The values of the answer's query, and its end. */
async function watch(api: ReplicaApi, turnId: string) {
  const values: LiveAnswer[] = [];
  const end = await api.live({ kind: 'answer', turnId }, (value) => values.push(value as LiveAnswer));
  const shows = (expected: string): Promise<void> =>
    eventually(
      () => values.at(-1)?.live.text === expected,
      `“${expected}” is shown, not ${JSON.stringify(values.at(-1))}`,
    );
  return { values, shows, end };
}
const subscribed = (): string[] => {
  const last = suite.server.requests.filter(({ path }) => path === '/api/core/live/subscribe').at(-1);
  return ((last?.body as { topics: { id: string }[] } | undefined)?.topics ?? []).map(({ id }) => id);
};
const isSubscribed = (id: string): Promise<void> =>
  eventually(() => subscribed().includes(id), `${id} is subscribed, not ${subscribed().join()}`);

/** Two tabs of one browser; the first leads. */
async function twoTabs(): Promise<[EngineDevice, EngineDevice]> {
  const first = await device({ multiInstance: true });
  await synced(first.api);
  const second = engineDevice({
    fetch: suite.server.fetch,
    collections: CHAT_KINDS,
    disk: { indexedDB: first.indexedDB, prefix: first.prefix },
    locks: first.locks as never,
    openChannel: first.openChannel,
    multiInstance: true,
  });
  suite.devices.unshift(second);
  await second.api.open({ refresh: false });
  return [first, second];
}

test('a question asked offline is in the outbox, survives a killed browser, and is sent with its chat', async () => {
  const line = new Line(() => suite.server);
  const author = await device({ fetch: line.fetch });
  await synced(author.api);
  line.cut = true;
  const { threadId, turnId } = await author.api.run('chat.ask', { ...ASK, usesWeb: true });
  await suite.kill(author);

  const again = await suite.again(author);
  const rows = await until(again.api, { kind: 'outbox' }, (found) => found.length > 0);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    label: 'question',
    title: 'When is the\n launch?',
    link: `/project-chat/${threadId}`,
  });
  await until(again.api, { kind: 'status' }, (status) => status.waiting.documents === 1);
  await until(again.api, { kind: 'syncState', collection: 'turns', id: turnId }, (badge) => badge === 'onDevice');
  line.cut = false;
  await again.api.hint('online');
  await synced(again.api);
  expect(suite.server.doc('threads', threadId)).toMatchObject({
    kind: 'chat',
    title: 'When is the launch?',
    space: 'person:u1',
    shareRange: 'private',
  });
  expect(suite.server.doc('turns', turnId)).toMatchObject({
    parentId: threadId,
    followsId: '',
    position: 0,
    state: 'READY',
    usesWeb: true,
  });
  expect(suite.server.pushed('threads')).toHaveLength(1);
});

test('a question that is one too many in a minute waits and is sent later, without a rejected change', async () => {
  let isFull = true;
  const { api } = await device();
  await synced(api);
  suite.server.rejectionOf = (kind) =>
    kind === 'turns' && isFull ? { code: 'API_RATE_LIMIT_EXCEEDED', retry: true } : null;
  const { turnId } = await api.run('chat.ask', ASK);
  const [waiting] = await until(api, { kind: 'outbox' }, (rows) => rows.some(({ lastError }) => lastError));
  expect(waiting).toMatchObject({ state: 'waiting', lastError: { code: 'API_RATE_LIMIT_EXCEEDED' } });
  expect(suite.server.doc('turns', turnId)).toBeNull();
  isFull = false;
  // as the end of its backoff does
  await api.run('outbox.retry', { id: waiting!.id });
  await synced(api);
  expect(suite.server.doc('turns', turnId)).toMatchObject({ question: 'When is the\n launch?' });
  await until(api, { kind: 'rejectedChanges' }, (rows) => rows.length === 0);
});

test('the answer arrives by replication alone, also with no screen open', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await ask(api);
  putAnswer(turnId, 'In May.[^1]', { isComplete: true });
  setState(turnId, 'SUCCEEDED');
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn?.state === 'SUCCEEDED');
  const value = await until(api, { kind: 'answer', turnId }, ({ answer }) => answer !== null);
  expect(value).toMatchObject({ answer: { text: 'In May.[^1]' }, live: { text: '', activity: null } });
});

test('an asked question is followed before its screen opens, and no longer if it does not', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await api.run('chat.ask', ASK);
  await isSubscribed(turnId);
  suite.server.send('live', { topic: { collection: 'turns', id: turnId }, event: { type: 'watching', askId: 'ask1' } });
  const confirmed = (): unknown[] =>
    suite.server.requests.filter(({ path }) => path === '/api/core/live/watching').map(({ body }) => body);
  await eventually(() => confirmed().length > 0, 'the browser says that its person sees the answer');
  expect(confirmed()).toEqual([{ askId: 'ask1' }]);
  await eventually(() => !subscribed().includes(turnId), 'nothing follows a question without a screen');
});

test('live text and activity reach every tab while the question runs, and the subscription ends with it', async () => {
  const [leader, second] = await twoTabs();
  const { turnId } = await ask(second.api);
  const [here, there] = [await watch(leader.api, turnId), await watch(second.api, turnId)];
  await isSubscribed(turnId);
  live(turnId, { type: 'activity', activity: 'reading', name: 'Plan' });
  await eventually(() => there.values.at(-1)?.live.activity?.name === 'Plan', 'what is being read is shown');
  text(turnId, 0, 'In ');
  text(turnId, 3, 'May');
  await here.shows('In May');
  await there.shows('In May');
  putAnswer(turnId, 'In May.', { isComplete: true });
  setState(turnId, 'SUCCEEDED');
  await eventually(() => there.values.at(-1)?.answer?.text === 'In May.', 'the whole answer is shown');
  await eventually(() => !subscribed().includes(turnId), 'the subscription has ended');
  here.end();
  there.end();
});

test('a piece behind a gap waits for the document that closes it', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await ask(api);
  const shown = await watch(api, turnId);
  await isSubscribed(turnId);
  text(turnId, 0, 'One');
  await shown.shows('One');
  text(turnId, 10, 'three');
  putAnswer(turnId, 'One, two, ');
  await shown.shows('One, two, three');
  expect(shown.values.map((value) => value.live.text)).not.toContain('Onethree');
  shown.end();
});

test('questions of a thread follow each other, and an edited one branches', async () => {
  const { api } = await device();
  await synced(api);
  const first = await api.run('chat.ask', ASK);
  const inThread = { ...ASK, threadId: first.threadId };
  const second = await api.run('chat.ask', { ...inThread, question: 'And why?' });
  const edited = await api.run('chat.ask', { ...inThread, question: 'And where?', followsId: first.turnId });
  const root = await api.run('chat.ask', { ...inThread, question: 'Who?', followsId: '' });
  const turns = await until(
    api,
    { kind: 'find', collection: 'turns', selector: { parentId: first.threadId } },
    (rows) => rows.length === 4,
  );
  expect(Object.fromEntries(turns.map((turn) => [turn.id, [turn.position, turn.followsId]]))).toEqual({
    [first.turnId]: [0, ''],
    [second.turnId]: [1, first.turnId],
    [edited.turnId]: [2, first.turnId],
    [root.turnId]: [3, ''],
  });
  await expect(api.run('chat.ask', { ...inThread, question: ' ' })).rejects.toMatchObject({
    code: 'CHAT_QUESTION_REQUIRED',
  });
  await expect(api.run('chat.ask', { ...inThread, followsId: 'another' })).rejects.toMatchObject({
    code: 'PARAM_ERROR',
  });
  await expect(api.run('chat.ask', { ...inThread, threadId: 'nothing' })).rejects.toMatchObject({
    code: 'CHAT_NOT_FOUND',
  });
  await synced(api);
});

test('two tabs ask in one thread: both questions are sent', async () => {
  const [leader, second] = await twoTabs();
  const { threadId } = await ask(leader.api);
  await until(second.api, { kind: 'one', collection: 'threads', id: threadId }, (thread) => thread !== null);
  const ids = await Promise.all(
    [leader, second].map(({ api }, n) => ask(api, { threadId, question: `Question of tab ${n}` })),
  );
  expect(ids.map(({ turnId }) => suite.server.doc('turns', turnId)?.['parentId'])).toEqual([threadId, threadId]);
});

test('a chat deleted elsewhere ends the query of its answer; one deleted here deletes its questions', async () => {
  const { api } = await device();
  await synced(api);
  const { threadId, turnId } = await ask(api);
  const shown = await watch(api, turnId);
  await isSubscribed(turnId);
  text(turnId, 0, 'Growing');
  await shown.shows('Growing');
  suite.server.remove('turns', turnId);
  suite.server.remove('threads', threadId);
  await shown.shows('');
  await eventually(() => !subscribed().includes(turnId), 'the subscription has ended');
  shown.end();

  const other = await ask(api, { question: 'Another?' });
  await api.run('thread.delete', { id: other.threadId });
  await until(api, { kind: 'find', collection: 'turns' }, (turns) => turns.length === 0);
  await synced(api);
  expect(suite.server.doc('threads', other.threadId)).toBeNull();
});

test('a chat is renamed and shared by its creator only', async () => {
  const { api } = await device();
  await synced(api);
  const { threadId } = await ask(api);
  await api.run('thread.rename', { id: threadId, title: 'Launch' });
  await api.run('thread.share', { id: threadId, shareRange: 'team' });
  await expect(api.run('thread.share', { id: threadId, shareRange: 'project' })).rejects.toMatchObject({
    code: 'PARAM_ERROR',
  });
  await synced(api);
  expect(suite.server.doc('threads', threadId)).toMatchObject({ title: 'Launch', shareRange: 'team' });
  suite.server.put('threads', {
    ...suite.server.doc('threads', threadId)!,
    id: 'theirs',
    creatorId: 'u2',
    abilities: [],
  });
  await until(api, { kind: 'one', collection: 'threads', id: 'theirs' }, (thread) => thread !== null);
  for (const run of [
    () => api.run('thread.rename', { id: 'theirs', title: 'Mine' }),
    () => api.run('thread.delete', { id: 'theirs' }),
    () => api.run('thread.share', { id: 'theirs', shareRange: 'private' as const }),
    () => api.run('chat.ask', { ...ASK, threadId: 'theirs' }),
  ])
    await expect(run()).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});
