/** A question asked offline, sent by the service worker's code after the tab was closed: once, and by nobody else. */
// First import: Dexie reads the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { sendPreparedPushes } from '../../../sync/engine/outbox/send-prepared-pushes';
import { KeyStore, type LockRow } from '../../../sync/engine/storage/sealing/keys';
import type { KindName } from '../../../sync/model/kinds';
import { eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { cutOff, engineSuite, Line } from '../../support/engine-suite';
import { MemoryLocks } from '../../support/memory-locks';

// PBKDF2 with its real rounds would slow down the test
const derived = crypto.subtle.deriveKey.bind(crypto.subtle);
vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
  derived({ ...(algorithm as Pbkdf2Params), iterations: 1_000 }, ...rest),
);
const suite = engineSuite();
const KINDS: KindName[] = ['projects', 'notes', 'noteContents', 'threads', 'turns', 'answers', 'researches'];
const ASK = {
  question: 'When is the launch?',
  kind: 'search',
  context: [],
  fileIds: [],
  usesWeb: false,
  language: 'en',
} as const;
const PUSH = '/api/core/sync/push';
const REFRESH = '/api/organization/user/token/refresh';

async function offlineDevice(options: { locks?: MemoryLocks } = {}): Promise<{ device: EngineDevice; line: Line }> {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch, collections: KINDS, ...options });
  await synced(device.api);
  await cutOff(device, line);
  return { device, line };
}

const ask = ({ api }: EngineDevice) => api.run('chat.ask', { ...ASK, context: [], fileIds: [] });

/** The row of the request on disk. */
async function storedRow({ indexedDB, prefix }: EngineDevice): Promise<Record<string, unknown> | undefined> {
  const { name } =
    (await indexedDB.databases()).find((each) => each.name!.startsWith(`${prefix}satchel-device-`)) ?? {};
  if (!name) return undefined;
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
  });
  const row = await new Promise<unknown>((resolve) => {
    const request = database.transaction('meta').objectStore('meta').get('waitingRequest');
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return row as Record<string, unknown> | undefined;
}
const isStored = async (device: EngineDevice): Promise<boolean> => (await storedRow(device)) !== undefined;
const stored = (device: EngineDevice, wanted = true): Promise<void> =>
  eventually(async () => (await isStored(device)) === wanted, `the request is ${wanted ? '' : 'not '}stored`);

/** What the service worker does, on the disk of a device. */
const background = (device: EngineDevice, locks = new MemoryLocks()): Promise<boolean> =>
  sendPreparedPushes({
    indexedDB: device.indexedDB,
    locks,
    fetch: (url, init) => suite.server.fetch(url, init),
    prefix: device.prefix,
  });
/** A device that asked offline and was closed with its request on disk. */
async function asked(): Promise<{ device: EngineDevice; line: Line; threadId: string; turnId: string }> {
  const { device, line } = await offlineDevice();
  const ids = await ask(device);
  await stored(device);
  await suite.kill(device);
  return { device, line, ...ids };
}

test('it is sent with what waits beside it after the tab was closed, and the engine repeats it without effect', async () => {
  const { device, line } = await offlineDevice();
  const { id: projectId } = await device.api.run('project.create', { title: 'Harbour' });
  const { threadId, turnId } = await ask(device);
  await stored(device);
  await suite.kill(device);
  const row = (await storedRow(device))!;
  expect(Object.keys(row).sort()).toEqual(['key', 'sealed']);
  expect(Buffer.from(row['sealed'] as Uint8Array).toString('latin1')).not.toContain('launch');

  suite.server.requests.length = 0;
  expect(await background(device)).toBe(true);
  expect(suite.server.requests.map(({ path }) => path)).toEqual([PUSH]);
  expect(suite.server.requests[0]!.headers.get('x-satchel-account')).toBe('c1/u1');
  expect(suite.server.doc('projects', projectId)).toMatchObject({ title: 'Harbour' });
  expect(suite.server.doc('threads', threadId)).not.toBeNull();
  expect(suite.server.doc('turns', turnId)).toMatchObject({ question: 'When is the launch?', state: 'READY' });
  expect(await isStored(device)).toBe(false);
  // the answer comes while nobody is here
  suite.server.put('turns', { ...suite.server.doc('turns', turnId)!, state: 'SUCCEEDED' });
  expect(await background(device)).toBe(true);
  expect(suite.server.count(/sync\/push/)).toBe(1);

  const again = await suite.again(device);
  line.cut = false;
  await again.api.hint('online');
  await synced(again.api);
  await until(again.api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn?.state === 'SUCCEEDED');
  expect(suite.server.doc('turns', turnId)).toMatchObject({ state: 'SUCCEEDED' });
  const status = await until(again.api, { kind: 'status' }, () => true);
  expect(status).toMatchObject({ rejected: 0, conflictVersions: 0 });
});

test('a research that begins waits in the same way', async () => {
  const { device } = await offlineDevice();
  const { id } = await device.api.run('research.start', {
    question: 'How high is the tower?',
    projectId: '',
    usesWeb: true,
    language: 'en',
  });
  await stored(device);
  await suite.kill(device);
  expect(await background(device)).toBe(true);
  expect(suite.server.doc('researches', id)).toMatchObject({ question: 'How high is the tower?' });
});

test('nothing is stored without a question, and nothing online', async () => {
  const { device, line } = await offlineDevice();
  await device.api.run('project.create', { title: 'Harbour' });
  await until(device.api, { kind: 'status' }, (status) => status.waiting.documents === 1);
  const first = await ask(device);
  await stored(device);
  await device.api.run('chat.stop', { turnId: first.turnId });
  await stored(device, false);
  await ask(device);
  await stored(device);
  line.cut = false;
  await device.api.hint('online');
  await synced(device.api);
  await stored(device, false);
});

test('with sync paused nothing is sent in the background', async () => {
  const { device } = await offlineDevice();
  await ask(device);
  await stored(device);
  await device.api.setPaused(true);
  await stored(device, false);
});

test('a tab that leads sends by itself, and the browser tries again should it end before', async () => {
  const { device } = await offlineDevice();
  await ask(device);
  await stored(device);
  suite.server.requests.length = 0;
  expect(await background(device, device.locks)).toBe(false);
  expect(suite.server.requests).toEqual([]);
  expect(await isStored(device)).toBe(true);
});

test('a question that was taken back is not sent, also if the browser ends at once', async () => {
  const { device } = await offlineDevice();
  const { turnId } = await ask(device);
  await stored(device);
  await device.api.run('chat.stop', { turnId });
  expect(await isStored(device)).toBe(false);
  await suite.kill(device);
  suite.server.requests.length = 0;
  expect(await background(device)).toBe(true);
  expect(suite.server.requests).toEqual([]);
});

test('a question that is taken back while its push is being stored is not stored after it', async () => {
  let hasRequested = (): void => {};
  const isRequested = new Promise<void>((resolve) => {
    hasRequested = resolve;
  });
  let isStoring = false;
  class WatchedLocks extends MemoryLocks {
    override request(name: string, second: unknown, third?: unknown): Promise<never> {
      if (isStoring && name.startsWith('satchel-prepared-push:')) hasRequested();
      return super.request(name, second as never, third as never);
    }
  }
  const { device } = await offlineDevice({ locks: new WatchedLocks() });
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  let store = (): void => {};
  const mayStore = new Promise<void>((resolve) => {
    store = resolve;
  });
  const held = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (algorithm, key, data) => {
    if (new TextDecoder().decode(data).includes(PUSH)) {
      isStoring = true;
      await mayStore;
    }
    return encrypt(algorithm, key, data);
  });
  try {
    const { turnId } = await ask(device);
    await eventually(() => isStoring, 'the push is being stored');
    const stopped = device.api.run('chat.stop', { turnId });
    await Promise.race([stopped, isRequested]);
    store();
    await stopped;
  } finally {
    held.mockRestore();
  }
  await suite.kill(device);
  expect(await isStored(device)).toBe(false);
});

test('a question that the service worker has sent without an answer is stopped on the server', async () => {
  const { device, line, turnId } = await asked();
  suite.server.fault = ({ path }) => (path === PUSH ? 'lost' : null);
  expect(await background(device)).toBe(false);
  suite.server.fault = () => null;
  expect(suite.server.doc('turns', turnId)).not.toBeNull();
  const stops: unknown[] = [];
  suite.server.calls['POST /api/core/chat/turn/stop'] = (body) => {
    stops.push(body);
    return Response.json({ success: true, data: {} });
  };
  // offline at first
  const again = await suite.again(device);
  await again.api.run('chat.stop', { turnId });
  line.cut = false;
  await again.api.hint('online');
  await eventually(() => stops.length === 1, 'the server is told to stop');
  expect(stops).toEqual([{ turnId }]);
  expect(suite.server.doc('turns', turnId)).not.toBeNull();
  await synced(again.api);
});

test('of several questions, those that were not taken back are still sent', async () => {
  const { device, line } = await offlineDevice();
  const sizeOn = async (on: EngineDevice): Promise<number> =>
    ((await storedRow(on))?.['sealed'] as Uint8Array | undefined)?.length ?? 0;
  const stopped = await ask(device);
  await stored(device);
  const one = await sizeOn(device);
  const other = await ask(device);
  await eventually(async () => (await sizeOn(device)) > one, 'it is stored with both questions');
  await suite.kill(device);
  suite.server.fault = ({ path }) => (path === PUSH ? 'network' : null);
  expect(await background(device)).toBe(false);
  const again = await suite.again(device);
  await cutOff(again, line);
  await eventually(async () => (await sizeOn(again)) > one, 'it is stored with both questions again');
  const both = await sizeOn(again);
  await again.api.run('chat.stop', { turnId: stopped.turnId });
  const isShorter = async (): Promise<boolean> => {
    const size = await sizeOn(again);
    return size > 0 && size < both;
  };
  await eventually(isShorter, 'it is stored without the question');
  await suite.kill(again);
  suite.server.fault = () => null;
  expect(await background(again)).toBe(true);
  expect(suite.server.doc('turns', other.turnId)).not.toBeNull();
  expect(suite.server.doc('turns', stopped.turnId)).toBeNull();
});

test('what the engine has sent since it wrote the request is still known to be from here', async () => {
  const line = new Line(() => suite.server);
  let isSilent = false;
  const device = await suite.device({
    collections: KINDS,
    fetch: async (url, init) => {
      const answer = await line.fetch(url, init);
      if (!isSilent || !/push$/.test(url) || !/Quay|Jetty/.test(String(init.body))) return answer;
      // arrived, and never answered
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error), { once: true });
      });
    },
  });
  const { id } = await device.api.run('project.create', { title: 'Pier' });
  await synced(device.api);
  await cutOff(device, line);
  await device.api.run('project.update', { id, title: 'Harbour' });
  await ask(device);
  await stored(device);
  // the project is taken, and the question is held: the request stays
  suite.server.rejectionOf = (collection) =>
    collection === 'turns' ? { code: 'SPACE_NOT_FOUND', retry: true, field: 'parentId' } : null;
  line.cut = false;
  await device.api.hint('online');
  const titleOnServer = (title: string): Promise<void> =>
    eventually(() => suite.server.doc('projects', id)?.['title'] === title, title);
  await titleOnServer('Harbour');
  await until(device.api, { kind: 'syncState', collection: 'projects', id }, (state) => state !== 'onDevice');
  isSilent = true;
  await device.api.run('project.update', { id, title: 'Quay' });
  await titleOnServer('Quay');
  await device.api.run('project.update', { id, title: 'Jetty' });
  expect(await isStored(device)).toBe(true);
  await suite.kill(device);
  suite.server.rejectionOf = () => null;
  expect(await background(device)).toBe(true);

  isSilent = false;
  const again = await suite.again(device);
  await again.api.hint('online');
  await titleOnServer('Jetty');
  await synced(again.api);
  const status = await until(again.api, { kind: 'status' }, () => true);
  expect(status).toMatchObject({ rejected: 0, conflictVersions: 0 });
});

test('a session that has expired is renewed; where it has ended, the engine decides', async () => {
  const { device, turnId } = await asked();
  let isRenewed = false;
  suite.server.fault = ({ path }) => {
    if (path === REFRESH) isRenewed = true;
    return path === PUSH && !isRenewed ? { error: 'USER_NOT_LOGIN' } : null;
  };
  suite.server.requests.length = 0;
  expect(await background(device)).toBe(true);
  expect(suite.server.requests.map(({ path }) => path)).toEqual([PUSH, REFRESH, PUSH]);
  expect(suite.server.doc('turns', turnId)).not.toBeNull();

  const { device: other, line, turnId: later } = await asked();
  suite.server.fault = () => ({ error: 'USER_NOT_LOGIN' });
  suite.server.requests.length = 0;
  expect(await background(other)).toBe(true);
  expect(suite.server.requests.map(({ path }) => path)).toEqual([PUSH, REFRESH]);
  expect(await isStored(other)).toBe(false);
  suite.server.fault = () => null;
  line.cut = false;
  const again = await suite.again(other);
  await synced(again.api);
  expect(suite.server.doc('turns', later)).not.toBeNull();
});

test('without an answer of the server it stays, and is tried again', async () => {
  const { device, turnId } = await asked();
  for (const fault of ['network', new Response('<!doctype html>', { status: 200 }), { error: 'HTTP_503' }] as const) {
    suite.server.fault = () => fault;
    expect(await background(device)).toBe(false);
    expect(await isStored(device)).toBe(true);
  }
  suite.server.fault = () => null;
  expect(await background(device)).toBe(true);
  expect(suite.server.doc('turns', turnId)).not.toBeNull();
});

test('a lock deletes it, and what is asked with a lock is not sent', async () => {
  suite.server.calls['POST /api/organization/user/my/device/recovery'] = () =>
    Response.json({ success: true, data: {} });
  const { device, line } = await offlineDevice();
  await ask(device);
  await stored(device);
  // the server answers, and takes no documents
  suite.server.fault = ({ path }) => (path.startsWith('/api/core/') ? { error: 'HTTP_503' } : null);
  line.cut = false;
  await device.api.lock({ do: 'setUp', pin: '480273', wanted: true });
  expect(await isStored(device)).toBe(false);
  await cutOff(device, line);
  await ask(device);
  await until(device.api, { kind: 'status' }, (status) => status.waiting.documents === 2);
  await suite.kill(device);
  suite.server.fault = () => null;
  suite.server.requests.length = 0;
  expect(await background(device)).toBe(true);
  expect(suite.server.requests).toEqual([]);
});

test('while a lock is being set, the key that is still on the device opens nothing', async () => {
  const { device } = await asked();
  const keys = new KeyStore(device.prefix, 'u1', 'c1', { indexedDB: device.indexedDB, IDBKeyRange });
  await keys.setLock({ name: 'lock' } as LockRow);
  suite.server.requests.length = 0;
  expect(await background(device)).toBe(true);
  expect(suite.server.requests).toEqual([]);
  await keys.undoLock();
  expect(await background(device)).toBe(true);
  expect(suite.server.count(/sync\/push/)).toBe(1);
});

test('a sign-out deletes it', async () => {
  const { device } = await offlineDevice();
  await ask(device);
  await stored(device);
  await device.api.logout({ force: true });
  suite.server.requests.length = 0;
  expect(await background(device)).toBe(true);
  expect(suite.server.requests).toEqual([]);
  // reading a deleted database does not bring it into being
  expect((await device.indexedDB.databases()).filter(({ name }) => /satchel-(device|keys)-/.test(name!))).toEqual([]);
});
