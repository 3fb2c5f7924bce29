/** Questions that are taken back: before, while and after they are pushed. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ASK, chatsOn } from '../../support/engine-chats';
import { eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';
import { MemoryLocks } from '../../support/memory-locks';
import { failure } from '../../support/scripted-server';

const suite = engineSuite();
const { device, setState } = chatsOn(suite);

/** Its chat may be pushed before it. */
const pushesQuestion = ({ path, body }: { path: string; body: unknown }): boolean =>
  path.endsWith('/push') && JSON.stringify(body).includes('"followsId"');

/** Asks with a push that fails or loses its answer, and takes the question back offline. */
async function takenBackInFlight(push: 'network' | 'lost') {
  const line = new Line(() => suite.server);
  const author = await device({ fetch: line.fetch });
  await synced(author.api);
  suite.server.fault = (request) => (pushesQuestion(request) ? push : null);
  const ids = await author.api.run('chat.ask', ASK);
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

test('a question that the server did not take for now can be taken back: it is never asked', async () => {
  const { api } = await device();
  await synced(api);
  suite.server.rejectionOf = (kind) => (kind === 'turns' ? { code: 'API_RATE_LIMIT_EXCEEDED', retry: true } : null);
  const { threadId, turnId } = await api.run('chat.ask', ASK);
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

test('a question that was never sent is taken back with its new thread, and nothing is pushed', async () => {
  const { api } = await device();
  await synced(api);
  await api.setPaused(true);
  const { threadId, turnId } = await api.run('chat.ask', ASK);
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
  const { threadId, turnId } = await api.run('chat.ask', ASK);
  const next = await api.run('chat.ask', { ...ASK, threadId });
  await api.run('chat.stop', { turnId });
  await api.setPaused(false);
  await synced(api);
  expect(suite.server.pushed('turns').flat()).toMatchObject([{ newDocumentState: { id: next.turnId, followsId: '' } }]);
});

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
  suite.server.fault = (request) => (pushesQuestion(request) ? isOnTheWay.then(() => null) : null);
  const { turnId } = await api.run('chat.ask', ASK);
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

/** Locks that a test delays: those for the order of a chat's questions. */
class DelayedLocks extends MemoryLocks {
  requests = 0;
  /** called with the number of the request: before it is made, and after the lock was released */
  before: (nth: number) => Promise<unknown> | void = () => {};
  after: (nth: number) => Promise<unknown> | void = () => {};

  override async request(name: string, second: unknown, third?: unknown): Promise<never> {
    const nth = name.startsWith('satchel-questions:') ? (this.requests += 1) : 0;
    if (nth > 0) await this.before(nth);
    const result = await super.request(name, second as never, third as never);
    if (nth > 0) await this.after(nth);
    return result;
  }
}

const gate = () => {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};

test('a question that is sent while its take-back waits for another tab is stopped by the server', async () => {
  const stops = scriptStop();
  const locks = new DelayedLocks();
  const { api } = await device({ locks });
  await synced(api);
  await api.setPaused(true);
  const { turnId } = await api.run('chat.ask', ASK);
  const { open, passed } = gate();
  const from = locks.requests + 1;
  locks.before = (nth) => (nth === from ? passed : undefined);
  const stopping = api.run('chat.stop', { turnId });
  await eventually(() => locks.requests >= from, 'the take-back waits');
  await api.setPaused(false);
  await synced(api).finally(open);
  expect(await stopping).toEqual({ isTakenBack: false });
  await until(api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn?.state === 'CANCELED');
  expect(stops).toEqual([[turnId, true]]);
});

test('a question that is rejected while its take-back waits for another tab is taken back once', async () => {
  const locks = new DelayedLocks();
  const { api } = await device({ locks });
  await synced(api);
  await api.setPaused(true);
  const { threadId, turnId } = await api.run('chat.ask', ASK);
  const { open, passed } = gate();
  const from = locks.requests + 1;
  locks.before = (nth) => (nth === from ? passed : undefined);
  const stopping = api.run('chat.stop', { turnId });
  await eventually(() => locks.requests >= from, 'the take-back waits');
  suite.server.rejectionOf = (kind) => (kind === 'turns' ? { code: 'PARAM_ERROR', retry: false } : null);
  await api.setPaused(false);
  await until(api, { kind: 'rejectedChanges' }, (found) => found.length === 1);
  await synced(api).finally(open);
  expect(await stopping).toEqual({ isTakenBack: true });
  // the question is in the input field again
  expect(await until(api, { kind: 'rejectedChanges' }, () => true)).toEqual([]);
  await until(api, { kind: 'one', collection: 'threads', id: threadId }, (thread) => thread === null);
});

/** Two questions of a new chat, the second follows the first, which the server rejects. */
async function bothRejected(locks: DelayedLocks) {
  const { api } = await device({ locks });
  await synced(api);
  await api.setPaused(true);
  const first = await api.run('chat.ask', ASK);
  const second = await api.run('chat.ask', { ...ASK, threadId: first.threadId });
  suite.server.rejectionOf = (kind) => (kind === 'turns' ? { code: 'PARAM_ERROR', retry: false } : null);
  await api.setPaused(false);
  const items = await until(api, { kind: 'rejectedChanges' }, (found) => found.length === 2);
  await synced(api);
  suite.server.rejectionOf = () => null;
  const resolve = (turnId: string, action: 'drop' | 'retry'): Promise<unknown> =>
    api.run('rejectedChange.resolve', { id: items.find(({ documentId }) => documentId === turnId)!.id, action });
  return { api, first, second, resolve };
}

test('the last two questions of a chat, both rejected and discarded in two tabs, end the chat', async () => {
  const locks = new DelayedLocks();
  const { api, first, second, resolve } = await bothRejected(locks);
  // the first tab is slow: the second settles its question before
  const { open, passed } = gate();
  const from = locks.requests + 1;
  locks.after = (nth) => (nth === from ? passed : undefined);
  const dropped = resolve(second.turnId, 'drop');
  await eventually(() => locks.requests >= from, 'the first tab has begun');
  await resolve(first.turnId, 'drop').finally(open);
  await dropped;
  await until(api, { kind: 'one', collection: 'threads', id: first.threadId }, (thread) => thread === null);
  await until(api, { kind: 'rejectedChanges' }, (found) => found.length === 0);
});

test('a rejected question that is sent again follows the one before a question that another tab discards', async () => {
  const locks = new DelayedLocks();
  const { api, first, second, resolve } = await bothRejected(locks);
  const { open, passed } = gate();
  const from = locks.requests + 1;
  locks.before = (nth) => (nth === from ? passed : undefined);
  const resent = resolve(second.turnId, 'retry');
  await eventually(() => locks.requests >= from, 'the first tab waits');
  await resolve(first.turnId, 'drop').finally(open);
  await resent;
  await eventually(() => suite.server.doc('turns', second.turnId) !== null, 'the question is sent');
  expect(suite.server.doc('turns', second.turnId)).toMatchObject({ followsId: '', parentId: first.threadId });
  await until(api, { kind: 'rejectedChanges' }, (found) => found.length === 0);
});

test('a rejected question that was sent again is not written back by another tab that discards one', async () => {
  const locks = new DelayedLocks();
  const { api, first, second, resolve } = await bothRejected(locks);
  const [written, { open, passed }] = [gate(), gate()];
  const from = locks.requests + 1;
  locks.after = (nth) => {
    if (nth !== from) return;
    written.open();
    return passed;
  };
  const resent = resolve(second.turnId, 'retry');
  // the question may reach the server before its rejected change is deleted
  await written.passed;
  const rows = await until(api, { kind: 'rejectedChanges' }, () => true);
  open();
  await resent;
  expect(rows.map(({ documentId }) => documentId)).toEqual([first.turnId]);
  await eventually(() => suite.server.doc('turns', second.turnId) !== null, 'the question is sent');
});
