/** Questions on devices: asked offline, sent later, answered by live events and by replication. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { LiveAnswer, ReplicaApi } from '../../../sync/engine/host/api';
import type { SyncStatus } from '../../../sync/model/sync-status';
import type { KindName } from '../../../sync/model/kinds';
import type { LiveEvent } from '../../../sync/protocol/live';
import {
  engineDevice,
  eventually,
  synced,
  until,
  type DeviceSetup,
  type EngineDevice,
} from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { failure } from '../../support/scripted-server';

const suite = engineSuite();
const KINDS: KindName[] = ['projects', 'threads', 'turns', 'answers'];
const ASK = {
  question: ' When is the\n launch? ',
  kind: 'chat',
  context: [],
  fileIds: [],
  usesWeb: false,
  language: 'en',
} as const;

const device = (setup: Partial<DeviceSetup> = {}): Promise<EngineDevice> =>
  suite.device({ collections: KINDS, ...setup });
const kill = async (killed: EngineDevice): Promise<void> => {
  await killed.kill();
  suite.devices.splice(suite.devices.indexOf(killed), 1);
};

/** Writes the answer as the server does. */
const put = (turnId: string, text: string, fields: Record<string, unknown> = {}): void => {
  const turn = suite.server.doc('turns', turnId)!;
  suite.server.put('answers', {
    id: turnId,
    space: turn.space,
    abilities: [],
    threadId: turn['parentId'],
    text,
    citations: [],
    sources: [],
    failed: [],
    leftOut: { turns: 0, passages: 0 },
    isClosest: false,
    isComplete: false,
    mode: 'model',
    provider: 'test',
    model: 'test',
    answeredAt: 1,
    ...fields,
  });
};
const setState = (id: string, state: string): void =>
  suite.server.put('turns', { ...suite.server.doc('turns', id)!, state });
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
    collections: KINDS,
    disk: { indexedDB: first.indexedDB, prefix: first.prefix },
    locks: first.locks as never,
    openChannel: first.openChannel,
    multiInstance: true,
  });
  suite.devices.unshift(second);
  await second.api.open({ refresh: false });
  return [first, second];
}

/** Asks, and waits until the server has the question. */
async function asked(api: ReplicaApi, input: Partial<Parameters<typeof api.run<'chat.ask'>>[1]> = {}) {
  const ids = await api.run('chat.ask', { ...ASK, context: [], fileIds: [], ...input });
  await eventually(() => suite.server.doc('turns', ids.turnId) !== null, 'the server has the question');
  await synced(api);
  return ids;
}

test('a question asked offline is in the outbox, survives a killed browser, and is sent with its chat', async () => {
  const line = new Line(() => suite.server);
  const author = await device({ fetch: line.fetch });
  await synced(author.api);
  line.cut = true;
  const { threadId, turnId } = await author.api.run('chat.ask', { ...ASK, context: [], fileIds: [], usesWeb: true });
  await kill(author);

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
  const { turnId } = await api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
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

test('a question that the server did not take for now can be taken back: it is never asked', async () => {
  const { api } = await device();
  await synced(api);
  suite.server.rejectionOf = (kind) => (kind === 'turns' ? { code: 'API_RATE_LIMIT_EXCEEDED', retry: true } : null);
  const { threadId, turnId } = await api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
  await until(api, { kind: 'outbox' }, (rows) => rows.some(({ lastError }) => lastError));
  await api.run('chat.stop', { turnId });
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn === null);
  suite.server.rejectionOf = () => null;
  await synced(api);
  expect(suite.server.doc('turns', turnId)).toBeNull();
  await eventually(() => suite.server.doc('threads', threadId) === null, 'its empty chat is deleted');
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
});

test('questions taken back at the same time leave the others in one order, and a new one its chat', async () => {
  const { api } = await device();
  await synced(api);
  await api.setPaused(true);
  const ask = (threadId?: string) =>
    api.run('chat.ask', { ...ASK, context: [], ...(threadId ? { threadId } : {}), fileIds: [] });
  const first = await ask();
  const { threadId } = first;
  const [second, third, last] = [await ask(threadId), await ask(threadId), await ask(threadId)];
  await Promise.all([second, third].map(({ turnId }) => api.run('chat.stop', { turnId })));
  await until(api, { kind: 'one', collection: 'turns', id: last.turnId }, (turn) => turn?.followsId === first.turnId);
  await api.run('chat.stop', { turnId: last.turnId });

  const [, asking] = await Promise.allSettled([api.run('chat.stop', { turnId: first.turnId }), ask(threadId)]);
  const turns = await until(api, { kind: 'find', collection: 'turns', selector: { parentId: threadId } }, (found) =>
    found.every(({ id }) => id !== first.turnId),
  );
  const thread = await until(api, { kind: 'one', collection: 'threads', id: threadId }, () => true);
  if (asking.status === 'fulfilled') expect(turns.map(({ followsId }) => followsId)).toEqual(['']);
  else expect(asking.reason).toMatchObject({ code: 'CHAT_NOT_FOUND' });
  expect(thread !== null).toBe(asking.status === 'fulfilled');
});

test('the answer arrives by replication alone, also with no screen open', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await asked(api);
  put(turnId, 'In May.[^1]', { isComplete: true });
  setState(turnId, 'SUCCEEDED');
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn?.state === 'SUCCEEDED');
  const value = await until(api, { kind: 'answer', turnId }, ({ answer }) => answer !== null);
  expect(value).toMatchObject({ answer: { text: 'In May.[^1]' }, live: { text: '', activity: null } });
});

test('an asked question is followed before its screen opens, and no longer if it does not', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
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
  const { turnId } = await asked(second.api);
  const [here, there] = [await watch(leader.api, turnId), await watch(second.api, turnId)];
  await isSubscribed(turnId);
  live(turnId, { type: 'activity', activity: 'reading', name: 'Plan' });
  await eventually(() => there.values.at(-1)?.live.activity?.name === 'Plan', 'what is being read is shown');
  text(turnId, 0, 'In ');
  text(turnId, 3, 'May');
  await here.shows('In May');
  await there.shows('In May');
  put(turnId, 'In May.', { isComplete: true });
  setState(turnId, 'SUCCEEDED');
  await eventually(() => there.values.at(-1)?.answer?.text === 'In May.', 'the whole answer is shown');
  await eventually(() => !subscribed().includes(turnId), 'the subscription has ended');
  here.end();
  there.end();
});

test('a piece behind a gap waits for the document that closes it', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await asked(api);
  const shown = await watch(api, turnId);
  await isSubscribed(turnId);
  text(turnId, 0, 'One');
  await shown.shows('One');
  text(turnId, 10, 'three');
  put(turnId, 'One, two, ');
  await shown.shows('One, two, three');
  expect(shown.values.map((value) => value.live.text)).not.toContain('Onethree');
  shown.end();
});

test('questions of a thread follow each other, and an edited one branches', async () => {
  const { api } = await device();
  await synced(api);
  const first = await api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
  const inThread = { ...ASK, context: [], fileIds: [], threadId: first.threadId };
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
  const { threadId } = await asked(leader.api);
  await until(second.api, { kind: 'one', collection: 'threads', id: threadId }, (thread) => thread !== null);
  const ids = await Promise.all(
    [leader, second].map(({ api }, n) => asked(api, { threadId, question: `Question of tab ${n}` })),
  );
  expect(ids.map(({ turnId }) => suite.server.doc('turns', turnId)?.['parentId'])).toEqual([threadId, threadId]);
});

test('a question that was never sent is taken back with its new thread, and nothing is pushed', async () => {
  const { api } = await device();
  await synced(api);
  await api.setPaused(true);
  const { threadId, turnId } = await api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
  await api.run('chat.stop', { turnId });
  await until(api, { kind: 'one', collection: 'threads', id: threadId }, (thread) => thread === null);
  await api.setPaused(false);
  await synced(api);
  expect([suite.server.pushed('turns'), suite.server.pushed('threads')]).toEqual([[], []]);
});

test('a question that follows one which is stopped before it was sent follows the one before', async () => {
  const { api } = await device();
  await synced(api);
  await api.setPaused(true);
  const { threadId, turnId } = await api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
  const next = await api.run('chat.ask', { ...ASK, threadId, context: [], fileIds: [] });
  await api.run('chat.stop', { turnId });
  await api.setPaused(false);
  await synced(api);
  expect(suite.server.pushed('turns').flat()).toMatchObject([{ newDocumentState: { id: next.turnId, followsId: '' } }]);
});

test('a question that was sent is stopped and repeated by queued calls', async () => {
  const { api } = await device();
  await synced(api);
  const called: unknown[] = [];
  for (const path of ['/api/core/chat/turn/stop', '/api/core/chat/turn/retry'])
    suite.server.calls[`POST ${path}`] = (body) => {
      called.push([path.split('/').at(-1), body]);
      return Response.json({ success: true, data: {} });
    };
  const { turnId } = await asked(api);
  await api.run('chat.stop', { turnId });
  await synced(api);
  await api.run('chat.retry', { turnId });
  await synced(api);
  expect(called).toEqual([
    ['stop', { turnId }],
    ['retry', { turnId }],
  ]);
});

test.each(['stop', 'retry'] as const)(
  'pressing %s twice while offline queues one call about the question',
  async (call) => {
    const { api } = await device();
    await synced(api);
    const { turnId } = await asked(api);
    await api.setPaused(true);
    await Promise.all([api.run(`chat.${call}`, { turnId }), api.run(`chat.${call}`, { turnId })]);
    await api.run(`chat.${call}`, { turnId });
    const rows = await until(api, { kind: 'outbox' }, (found) => found.length > 0);
    expect(rows).toMatchObject([{ label: call === 'stop' ? 'chatStop' : 'chatRetry', about: `turns/${turnId}` }]);
  },
);

/** Asks with a push that fails or loses its answer, and takes the question back offline. */
async function takenBackInFlight(push: 'network' | 'lost') {
  const line = new Line(() => suite.server);
  const author = await device({ fetch: line.fetch });
  await synced(author.api);
  suite.server.fault = ({ path }) => (path.endsWith('/push') ? push : null);
  const ids = await author.api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
  await eventually(() => suite.server.pushed('turns').length > 0, 'the question is pushed');
  line.cut = true;
  await author.api.hint('offline');
  await until(author.api, { kind: 'status' }, ({ connection }) => connection.state === 'offline');
  suite.server.fault = () => null;
  suite.server.requests.length = 0;
  await author.api.run('chat.stop', { turnId: ids.turnId });
  await until(author.api, { kind: 'outbox' }, (rows) => rows.some(({ label }) => label === 'chatStop'));
  line.cut = false;
  await author.api.hint('online');
  return { ...author, ...ids };
}
/** Stops as the server does. Returns the stopped questions; false: it did not have it. */
function scriptStop(): [turnId: string, isStopped: boolean][] {
  const stops: [string, boolean][] = [];
  suite.server.calls['POST /api/core/chat/turn/stop'] = (body) => {
    const { turnId } = body as { turnId: string };
    const isKnown = suite.server.doc('turns', turnId) !== null;
    stops.push([turnId, isKnown]);
    if (!isKnown) return failure('CHAT_NOT_FOUND');
    setState(turnId, 'CANCELED');
    return Response.json({ success: true, data: {} });
  };
  return stops;
}

test('a question taken back after a push that did not arrive is never asked', async () => {
  const stops = scriptStop();
  const { api, threadId, turnId } = await takenBackInFlight('network');
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn === null);
  await synced(api);
  expect(stops.map(([, isKnown]) => isKnown)).not.toContain(true);
  await eventually(() => suite.server.doc('threads', threadId) === null, 'its empty chat is deleted');
  const asked = suite.server.pushed('turns').flat();
  expect(asked.filter(({ newDocumentState }) => !newDocumentState._deleted)).toEqual([]);
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  await until(api, { kind: 'rejectedChanges' }, (rows) => rows.length === 0);
});

test('a question taken back after a push that lost its answer is stopped before it is pushed again', async () => {
  const stops = scriptStop();
  const { api, turnId } = await takenBackInFlight('lost');
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn?.state === 'CANCELED');
  await synced(api);
  expect(stops).toEqual([[turnId, true]]);
  const paths = suite.server.requests.map(({ path, body }) =>
    JSON.stringify(body ?? '').includes(turnId) ? path : '',
  );
  expect(paths.find((path) => /stop|push/.test(path))).toBe('/api/core/chat/turn/stop');
  expect(suite.server.doc('turns', turnId)).toMatchObject({ state: 'CANCELED' });
  await until(api, { kind: 'rejectedChanges' }, (rows) => rows.length === 0);
});

test('a question taken back while its push is on the way is stopped once it has arrived', async () => {
  const stops = scriptStop();
  const { api } = await device();
  await synced(api);
  let arrive = (): void => {};
  const isOnTheWay = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  suite.server.fault = ({ path }) => (path.endsWith('/push') ? isOnTheWay.then(() => null) : null);
  const { turnId } = await api.run('chat.ask', { ...ASK, context: [], fileIds: [] });
  await eventually(() => suite.server.pushed('turns').length > 0, 'the question is being pushed');
  await api.run('chat.stop', { turnId });
  await eventually(() => stops.length > 0, 'the server has nothing to stop').finally(arrive);
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn?.state === 'CANCELED');
  await synced(api);
  expect(stops).toEqual([
    [turnId, false],
    [turnId, true],
  ]);
});

test('a call made too often waits alone: the connection stays, and other calls go on', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await asked(api);
  const other = await asked(api, { question: 'Another?' });
  let isTooOften = true;
  const called: string[] = [];
  suite.server.calls['POST /api/core/chat/turn/retry'] = (body) => {
    const { turnId: id } = body as { turnId: string };
    called.push(id);
    return isTooOften && id === turnId
      ? failure('API_RATE_LIMIT_EXCEEDED')
      : Response.json({ success: true, data: {} });
  };
  const states = new Set<string>();
  const end = await api.live({ kind: 'status' }, (status) => states.add((status as SyncStatus).connection.state));
  await api.run('chat.retry', { turnId });
  await until(api, { kind: 'outbox' }, ([row]) => row?.lastError?.code === 'API_RATE_LIMIT_EXCEEDED');
  await api.run('chat.retry', { turnId: other.turnId });
  await eventually(() => called.includes(other.turnId), 'the other call is made');
  const [waiting] = await until(api, { kind: 'outbox' }, (rows) => rows.length === 1);
  expect(waiting).toMatchObject({ state: 'waiting', about: `turns/${turnId}` });
  isTooOften = false;
  await synced(api);
  end();
  expect([...states]).toEqual(['online']);
});

test('a call about the same question stays behind one that was made too often', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await asked(api);
  let isTooOften = true;
  const called: string[] = [];
  for (const call of ['stop', 'retry'])
    suite.server.calls[`POST /api/core/chat/turn/${call}`] = () => {
      called.push(call);
      return isTooOften && call === 'retry'
        ? failure('API_RATE_LIMIT_EXCEEDED')
        : Response.json({ success: true, data: {} });
    };
  await api.setPaused(true);
  await api.run('chat.retry', { turnId });
  await api.run('chat.stop', { turnId });
  await api.setPaused(false);
  await until(api, { kind: 'outbox' }, (rows) => rows.some(({ lastError }) => lastError));
  isTooOften = false;
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect(called.filter((call, i) => call !== called[i - 1])).toEqual(['retry', 'stop']);
});

test('calls about a question end with its chat, the waiting and the refused', async () => {
  const { api } = await device();
  await synced(api);
  const here = await asked(api);
  const elsewhere = await asked(api, { question: 'Another?' });
  const called: unknown[] = [];
  for (const call of ['stop', 'retry'])
    suite.server.calls[`POST /api/core/chat/turn/${call}`] = (body) => {
      called.push(body);
      return failure('NO_PERMISSION');
    };
  await api.run('chat.retry', { turnId: elsewhere.turnId });
  await until(api, { kind: 'outbox' }, ([row]) => row?.state === 'attention');
  await api.setPaused(true);
  await api.run('chat.stop', { turnId: here.turnId });
  await api.run('chat.retry', { turnId: here.turnId });
  await api.run('thread.delete', { id: here.threadId });
  suite.server.remove('turns', elsewhere.turnId);
  suite.server.remove('threads', elsewhere.threadId);
  await api.setPaused(false);
  await until(api, { kind: 'one', collection: 'turns', id: elsewhere.turnId }, (turn) => turn === null);
  // the outbox looks at its calls again with the next change on this device
  await asked(api, { question: 'The last?' });
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect(suite.server.doc('threads', here.threadId)).toBeNull();
  expect(called).toEqual([{ turnId: elsewhere.turnId }]);
});

test('a rated source is shown so while the call waits, also after a restart; another rating replaces it', async () => {
  const line = new Line(() => suite.server);
  const reader = await device({ fetch: line.fetch });
  await synced(reader.api);
  const { turnId } = await asked(reader.api);
  const source = { no: 1, kind: 'web', id: '', title: 'News', url: 'https://news.example', text: 'In May.' };
  put(turnId, 'In May.', { isComplete: true, sources: [source] });
  await until(reader.api, { kind: 'answer', turnId }, ({ answer }) => answer?.sources.length === 1);
  await expect(reader.api.run('chat.rateSource', { turnId, source: 2, isUseless: true })).rejects.toMatchObject({
    code: 'NO_DATA',
  });
  line.cut = true;
  await reader.api.run('chat.rateSource', { turnId, source: 1, isUseless: true });
  await kill(reader);

  const again = await suite.again(reader);
  await until(again.api, { kind: 'answer', turnId }, ({ answer }) => answer?.sources[0]?.isUseless === true);
  await again.api.run('chat.rateSource', { turnId, source: 1, isUseless: false });
  await until(again.api, { kind: 'answer', turnId }, ({ answer }) => answer?.sources[0]?.isUseless === false);
  const rows = await until(again.api, { kind: 'outbox' }, (found) => found.length > 0);
  expect(rows).toMatchObject([{ label: 'chatRate', title: 'News' }]);
  const called: unknown[] = [];
  suite.server.calls['POST /api/core/chat/source/rate'] = (body) => {
    called.push(body);
    return Response.json({ success: false, code: 'NO_PERMISSION' }, { status: 403 });
  };
  line.cut = false;
  await again.api.hint('online');
  await until(again.api, { kind: 'answer', turnId }, ({ answer }) => answer?.sources[0]?.isUseless === undefined);
  expect(called).toEqual([{ turnId, source: 1, isUseless: false }]);
});

test('a chat deleted elsewhere ends the query of its answer; one deleted here deletes its questions', async () => {
  const { api } = await device();
  await synced(api);
  const { threadId, turnId } = await asked(api);
  const shown = await watch(api, turnId);
  await isSubscribed(turnId);
  text(turnId, 0, 'Growing');
  await shown.shows('Growing');
  suite.server.remove('turns', turnId);
  suite.server.remove('threads', threadId);
  await shown.shows('');
  await eventually(() => !subscribed().includes(turnId), 'the subscription has ended');
  shown.end();

  const other = await asked(api, { question: 'Another?' });
  await api.run('thread.delete', { id: other.threadId });
  await until(api, { kind: 'find', collection: 'turns' }, (turns) => turns.length === 0);
  await synced(api);
  expect(suite.server.doc('threads', other.threadId)).toBeNull();
});

test('a chat is renamed and shared by its creator only', async () => {
  const { api } = await device();
  await synced(api);
  const { threadId } = await asked(api);
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
    () => api.run('chat.ask', { ...ASK, context: [], fileIds: [], threadId: 'theirs' }),
  ])
    await expect(run()).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});
