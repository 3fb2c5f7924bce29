/** Calls about a question that was sent, queued on the device: stopping, repeating and rating; calls made too often. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { SyncStatus } from '../../../sync/model/sync-status';
import { chatsOn } from '../../support/engine-chats';
import { eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, reconnect } from '../../support/engine-suite';
import { failure } from '../../support/scripted-server';

const suite = engineSuite();
const { device, ask, putAnswer } = chatsOn(suite);

test('a question that was sent is stopped and repeated by queued calls', async () => {
  const { api } = await device();
  await synced(api);
  const called: unknown[] = [];
  for (const path of ['/api/core/chat/turn/stop', '/api/core/chat/turn/retry'])
    suite.server.calls[`POST ${path}`] = (body) => {
      called.push([path.split('/').at(-1), body]);
      return Response.json({ success: true, data: {} });
    };
  const { turnId } = await ask(api);
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
    const { turnId } = await ask(api);
    await api.setPaused(true);
    await Promise.all([api.run(`chat.${call}`, { turnId }), api.run(`chat.${call}`, { turnId })]);
    await api.run(`chat.${call}`, { turnId });
    const rows = await until(api, { kind: 'outbox' }, (found) => found.length > 0);
    expect(rows).toMatchObject([{ label: call === 'stop' ? 'chatStop' : 'chatRetry', about: `turns/${turnId}` }]);
  },
);

test('a call made too often waits alone: the connection stays, and other calls go on', async () => {
  const { api } = await device();
  await synced(api);
  const { turnId } = await ask(api);
  const other = await ask(api, { question: 'Another?' });
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
  const { turnId } = await ask(api);
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
  const here = await ask(api);
  const elsewhere = await ask(api, { question: 'Another?' });
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
  await ask(api, { question: 'The last?' });
  await until(api, { kind: 'outbox' }, (rows) => rows.length === 0);
  expect(suite.server.doc('threads', here.threadId)).toBeNull();
  expect(called).toEqual([{ turnId: elsewhere.turnId }]);
});

const SOURCE = { no: 1, kind: 'web', id: '', title: 'News', url: 'https://news.example', text: 'In May.' };

/** Asks a question whose answer has one source. Resolves with its id. */
async function answered({ api }: EngineDevice): Promise<string> {
  await synced(api);
  const { turnId } = await ask(api);
  putAnswer(turnId, 'In May.', { isComplete: true, sources: [SOURCE] });
  await until(api, { kind: 'answer', turnId }, ({ answer }) => answer?.sources.length === 1);
  return turnId;
}

/** A device whose rating of a source the server has accepted, while a pull has no answer and the next one waits. */
async function accepted() {
  const line = new Line(() => suite.server);
  let holdsPulls = false;
  let isHeld = false;
  const reader = await device({
    fetch: (input, init) => {
      if (!holdsPulls || !/\/sync\/(changes|[a-zA-Z]+\/pull)$/.test(input)) return line.fetch(input, init);
      isHeld = true;
      return new Promise((_, reject) =>
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error), { once: true }),
      );
    },
  });
  const turnId = await answered(reader);
  const called: string[] = [];
  for (const path of ['source/rate', 'turn/retry'])
    suite.server.calls[`POST /api/core/chat/${path}`] = () => {
      called.push(path);
      return Response.json({ success: true, data: {} });
    };
  holdsPulls = true;
  void reader.api.refresh();
  await eventually(() => isHeld, 'a pull is running');
  await reader.api.run('chat.rateSource', { turnId, source: 1, isUseless: true });
  // calls are sent in order: once the next call is sent, the answer of the rating is stored
  await reader.api.run('chat.retry', { turnId });
  await eventually(() => called.includes('turn/retry'), 'the rating is accepted');
  await until(reader.api, { kind: 'outbox' }, (calls) => calls.length === 1 && calls[0]!.label === 'chatRate');
  return { reader, line, turnId, called, letPullsPass: () => (holdsPulls = false) };
}

test('a rated source is shown so while the call waits, also after a restart; another rating replaces it', async () => {
  const line = new Line(() => suite.server);
  const reader = await device({ fetch: line.fetch });
  const turnId = await answered(reader);
  await expect(reader.api.run('chat.rateSource', { turnId, source: 2, isUseless: true })).rejects.toMatchObject({
    code: 'NO_DATA',
  });
  line.cut = true;
  await reader.api.run('chat.rateSource', { turnId, source: 1, isUseless: true });
  await suite.kill(reader);

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

test('a rating that the server has accepted is shown until the answer is pulled, and is not sent again', async () => {
  const { reader, line, turnId, called, letPullsPass } = await accepted();
  line.cut = true;
  await suite.kill(reader);
  letPullsPass();

  const again = await suite.again(reader);
  await until(again.api, { kind: 'status' }, ({ connection }) => connection.state === 'offline');
  const { answer } = await until(again.api, { kind: 'answer', turnId }, (found) => found.answer !== null);
  expect(answer?.sources[0]?.isUseless).toBe(true);
  putAnswer(turnId, 'In May.', { isComplete: true, sources: [{ ...SOURCE, isUseless: true }] });
  await reconnect(again, line);
  const pulled = await until(again.api, { kind: 'answer', turnId }, (found) => found.answer !== null);
  expect(pulled.answer?.sources[0]?.isUseless).toBe(true);
  expect(called).toEqual(['source/rate', 'turn/retry']);
});

test('a device is closed while the effect of an accepted rating is not pulled', async () => {
  const { reader } = await accepted();
  await reader.close();
});
