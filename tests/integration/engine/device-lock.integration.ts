/**
 * The device lock: the content on disk, the secrets that open it, and when it closes by itself; no work is lost in any
 * case.
 */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { RECORDER_LOCK } from '../../../sync/engine/recording/encoder-api';
import { keyDatabaseName, KeyStore } from '../../../sync/engine/storage/sealing/keys';
import type { LockState } from '../../../sync/engine/account/lock/state';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';
import { failure } from '../../support/scripted-server';

// PBKDF2 with its real rounds would slow down each test: the stored number of rounds stays, fewer are computed
const derived = crypto.subtle.deriveKey.bind(crypto.subtle);
vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
  derived({ ...(algorithm as Pbkdf2Params), iterations: 1_000 }, ...rest),
);
const suite = engineSuite();
const PIN = '480273';
const HOUR = 60 * 60_000;
const wav = (sound: string): Blob =>
  new Blob([Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(28), Buffer.from(sound.repeat(400))])]);
const disk = ({ indexedDB }: EngineDevice) => ({ indexedDB, IDBKeyRange });
const storeOf = (device: EngineDevice) => new KeyStore(device.prefix, 'u1', 'c1', disk(device));
const keysOf = (device: EngineDevice) => storeOf(device).read();
const sparesOf = async (device: EngineDevice) =>
  (await device.indexedDB.databases()).map(({ name }) => name!).filter((name) => name.includes('satchel-spare-'));
const state = (device: EngineDevice, wanted: LockState['state'], more: Partial<LockState> = {}) =>
  until(
    device.api,
    { kind: 'lock' },
    (lock) =>
      lock.state === wanted && Object.entries(more).every(([key, value]) => lock[key as keyof LockState] === value),
  );
const ok = (data: unknown = {}): Response => Response.json({ success: true, data });

/** Lets the server store recovery secrets. */
function storeRecoverySecrets(): Map<string, string> {
  const secrets = new Map<string, string>();
  suite.server.calls['POST /api/organization/user/my/device/recovery'] = (body) => {
    const { id, secret } = body as { id: string; secret: string };
    secrets.set(id, secret);
    return ok();
  };
  suite.server.calls['POST /api/organization/user/my/device/recovery/release'] = (body) => {
    const { id, password } = body as { id: string; password: string };
    return password === 'right'
      ? ok({ secret: secrets.get(id) })
      : failure('PARAM_ERROR', { fieldErrors: { password: 'passwordWrong' } });
  };
  return secrets;
}

/** The key generations of everything sealed on disk: the first byte of each sealed value. */
async function generations(device: EngineDevice): Promise<Set<number>> {
  const found = new Set<number>();
  for (const { name } of await device.indexedDB.databases()) {
    if (/satchel-(keys|locks)/.test(name!)) continue;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = device.indexedDB.open(name!);
      request.onsuccess = () => resolve(request.result);
    });
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result as unknown[]);
      });
      for (const row of rows) {
        const sealed = (row as { sealed?: Uint8Array | string }).sealed;
        if (sealed !== undefined) found.add(typeof sealed === 'string' ? sealed.charCodeAt(0) : sealed[0]!);
      }
    }
    db.close();
  }
  return found;
}

/** A device with unsynced work: a note with typed text, and a recording. */
async function deviceWithUnsynced(
  setup: Parameters<typeof suite.device>[0] = {},
): Promise<{ device: EngineDevice; line: Line; noteId: string }> {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch, ...setup });
  const { id: projectId } = await device.api.run('project.create', { title: 'Harbour' });
  const { id: meetingId } = await device.api.run('meeting.create', {
    projectId,
    title: 'Pier',
    type: 'record',
    language: 'en',
  });
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  const { id: noteId } = await device.api.run('note.create', { projectId, title: 'In a tunnel' });
  const text = await device.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'typed in a tunnel').update);
  await device.api.run('recording.import', { meetingId, file: wav('pcm'), fileName: 'pier.wav', language: 'en' });
  return { device, line, noteId };
}

test('setting a lock encrypts every record again and leaves no key on disk; the PIN opens everything', async () => {
  storeRecoverySecrets();
  const { device, line, noteId } = await deviceWithUnsynced();
  await expect(device.api.lock({ do: 'setUp', pin: PIN, wanted: true })).rejects.toMatchObject({ code: 'HTTP_500' });
  expect(await generations(device)).toEqual(new Set([1]));
  // the server can be reached, but not for documents and uploads
  suite.server.fault = (r) => (r.path.includes('/sync/') || r.path.includes('/upload') ? 'network' : null);
  line.cut = false;
  for (const [pin, why] of [
    ['12345', 'pinShort'],
    ['123456', 'pinTrivial'],
    ['777777', 'pinTrivial'],
    ['121212', 'pinTrivial'],
    ['112233', 'pinTrivial'],
  ] as const) {
    await expect(device.api.lock({ do: 'setUp', pin, wanted: true })).rejects.toMatchObject({
      code: 'PARAM_ERROR',
      details: { fieldErrors: { pin: why } },
    });
  }
  expect(await sparesOf(device)).toEqual(storeOf(device).spareNames);
  await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
  expect(await generations(device)).toEqual(new Set([2]));
  const keys = await keysOf(device);
  expect(keys.data).toBeUndefined();
  expect(Object.values(keys.lock!).filter((value) => value instanceof CryptoKey)).toEqual([]);
  expect(keys.lock!.pin.iterations).toBeGreaterThanOrEqual(600_000);
  expect(await device.api.textOf(noteId, 'text')).toContain('typed in a tunnel');
  await device.kill();

  const again = await suite.again(device);
  await state(again, 'locked', { isClosed: true });
  // killed before the bytes of the old key were removed from disk: that continues at the start
  expect(await sparesOf(again)).toEqual([]);
  await expect(again.api.run('note.rename', { id: noteId, title: 'x' })).rejects.toMatchObject({
    code: 'DEVICE_LOCKED',
  });
  await expect(again.api.lock({ do: 'unlock', with: { pin: '480274' } })).rejects.toMatchObject({
    code: 'DEVICE_PIN_WRONG',
    details: { params: { left: 9 } },
  });
  await again.api.lock({ do: 'unlock', with: { pin: PIN } });
  expect(await again.api.textOf(noteId, 'text')).toContain('typed in a tunnel');
  await until(again.api, { kind: 'recordings' }, (rows) => rows[0]?.fileName === 'pier.wav');
  suite.server.fault = () => null;
  await again.api.hint('online');
  await until(again.api, { kind: 'status' }, (s) => s.waiting.documents === 0 && s.waiting.texts === 0);
  expect(suite.server.doc('notes', noteId)?.['title']).toBe('In a tunnel');

  // a changed PIN opens the same data; the old one opens nothing
  await again.api.lock({ do: 'changePin', pin: PIN, to: '５９０４８２' });
  await again.kill();
  const third = await suite.again(again);
  await expect(third.api.lock({ do: 'unlock', with: { pin: PIN } })).rejects.toMatchObject({
    code: 'DEVICE_PIN_WRONG',
  });
  await third.api.lock({ do: 'unlock', with: { pin: '590482' } });
  expect(await third.api.textOf(noteId, 'text')).toContain('typed in a tunnel');
});

test('an interrupted encryption continues at the next unlock, and nothing is lost', async () => {
  storeRecoverySecrets();
  const { device, line, noteId } = await deviceWithUnsynced();
  suite.server.fault = (r) => (r.path.includes('/sync/') || r.path.includes('/upload') ? 'network' : null);
  line.cut = false;
  // the state that a killed process leaves: the old key is still on disk
  const before = await keysOf(device);
  await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
  await device.kill();
  const keys = new Dexie(device.prefix + keyDatabaseName('u1', 'c1'), disk(device));
  keys.version(1).stores({ keys: 'name' });
  await keys.table('keys').bulkPut([before.data!, { name: 'replaced' }]);
  keys.close();
  const again = await suite.again(device);
  await state(again, 'locked');
  await again.api.lock({ do: 'unlock', with: { pin: PIN } });
  expect((await keysOf(again)).data).toBeUndefined();
  expect(await again.api.textOf(noteId, 'text')).toContain('typed in a tunnel');
});

test('wrong PINs are delayed across restarts and clock changes; after ten only the account’s password opens the lock', async () => {
  storeRecoverySecrets();
  let now = Date.UTC(2026, 10, 21);
  const device = await suite.device({ deviceNow: () => now });
  const { id } = await device.api.run('project.create', { title: 'Kept' });
  await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
  await device.close();
  let again = await suite.again(device);
  const wrong = () => again.api.lock({ do: 'unlock', with: { pin: '000001' } });
  for (let n = 0; n < 3; n += 1) await expect(wrong()).rejects.toMatchObject({ code: 'DEVICE_PIN_WRONG' });
  await expect(again.api.lock({ do: 'unlock', with: { pin: PIN } })).rejects.toMatchObject({
    code: 'DEVICE_PIN_BLOCKED',
  });
  await again.close();
  now -= 24 * HOUR;
  again = await suite.again(again);
  await expect(wrong()).rejects.toMatchObject({ code: 'DEVICE_PIN_BLOCKED' });
  now = (await until(again.api, { kind: 'lock' }, (lock) => lock.nextTryAt > 0)).nextTryAt + 1;
  await expect(wrong()).rejects.toMatchObject({ code: 'DEVICE_PIN_WRONG', details: { params: { left: 6 } } });
  // skips to the tenth
  await storeOf(again).changeLock((lock) => ({ ...lock, failures: 9 }));
  now += HOUR;
  await expect(wrong()).rejects.toMatchObject({ code: 'DEVICE_PIN_WRONG', details: { params: { left: 0 } } });
  now += 7 * 24 * HOUR;
  await expect(again.api.lock({ do: 'unlock', with: { pin: PIN } })).rejects.toMatchObject({
    code: 'DEVICE_PIN_BLOCKED',
  });
  await expect(again.api.lock({ do: 'recover', password: 'wrong', to: '731905' })).rejects.toMatchObject({
    details: { fieldErrors: { password: 'passwordWrong' } },
  });
  await again.api.lock({ do: 'recover', password: 'right', to: '731905' });
  await until(again.api, { kind: 'one', collection: 'projects', id }, (project) => project?.title === 'Kept');
  await state(again, 'open', { triesLeft: 10 });
});

test('tabs share the key and the cover; a passkey opens the lock like the PIN', async () => {
  storeRecoverySecrets();
  const device = await suite.device();
  const tab = engineDevice({
    fetch: suite.server.fetch,
    locks: device.locks,
    openChannel: device.openChannel,
    disk: { indexedDB: device.indexedDB, prefix: device.prefix },
  });
  suite.devices.push(tab);
  await tab.api.open({ refresh: false });
  const { id } = await device.api.run('project.create', { title: 'Ours' });
  await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
  // the other tab closed the databases and opened them again
  await state(tab, 'open', { isClosed: false });
  await until(tab.api, { kind: 'one', collection: 'projects', id }, (project) => project?.title === 'Ours');
  const prf = crypto.getRandomValues(new Uint8Array(32));
  await tab.api.lock({ do: 'addPasskey', pin: PIN, id: 'key-1', salt: new Uint8Array(32), prf });
  await device.api.lock({ do: 'cover' });
  await state(tab, 'covered', { isClosed: false });
  await expect(
    tab.api.lock({ do: 'unlock', with: { passkey: 'key-1', prf: new Uint8Array(32) } }),
  ).rejects.toMatchObject({ code: 'DEVICE_PIN_WRONG' });
  await tab.api.lock({ do: 'unlock', with: { passkey: 'key-1', prf } });
  await state(device, 'open');
  await device.api.lock({ do: 'removePasskey', id: 'key-1' });
  await state(device, 'open', {});
  await device.api.lock({ do: 'remove', pin: PIN });
  await state(tab, 'none');
  await device.close();
  await tab.close();
  const again = await suite.again(device);
  await until(again.api, { kind: 'one', collection: 'projects', id }, (project) => project?.title === 'Ours');
});

test('an organization can require a lock: asked for at the next contact, before a new device opens, and removed with the requirement', async () => {
  storeRecoverySecrets();
  const { server } = suite;
  const { device, line, noteId } = await deviceWithUnsynced();
  server.user.deviceLock = { required: true, leaseHours: 72 };
  line.cut = false;
  await device.api.hint('online');
  await state(device, 'setUp', { isClosed: false, isRequired: true });
  await synced(device.api);
  await device.api.lock({ do: 'setUp', pin: PIN, wanted: false });
  await expect(device.api.lock({ do: 'remove', pin: PIN })).rejects.toMatchObject({ code: 'DEVICE_LOCK_REQUIRED' });
  expect((await keysOf(device)).data).toBeUndefined();

  const fresh = await suite.device();
  await state(fresh, 'setUp', { isClosed: true });
  expect(
    (await fresh.indexedDB.databases()).map(({ name }) => name).filter((name) => /sealed|satchel-device/.test(name!)),
  ).toEqual([]);
  await fresh.api.lock({ do: 'setUp', pin: '904417', wanted: false });
  await synced(fresh.api);
  expect(await generations(fresh)).toEqual(new Set([1]));
  expect((await keysOf(fresh)).data).toBeUndefined();

  server.user.deviceLock = { required: false, leaseHours: 0 };
  await device.api.open({ refresh: true });
  await state(device, 'none');
  expect((await keysOf(device)).lock).toBeUndefined();
  await device.kill();
  const again = await suite.again(device);
  expect(await again.api.textOf(noteId, 'text')).toContain('typed in a tunnel');
});

test('an expired lease closes the device after its recording; only the server renews it, and pending work is sent then', async () => {
  storeRecoverySecrets();
  const { server } = suite;
  server.user.deviceLock = { required: true, leaseHours: 24 };
  let now = Date.UTC(2026, 10, 21);
  const line = new Line(() => server);
  const device = await suite.device({ fetch: line.fetch, deviceNow: () => now });
  await device.api.lock({ do: 'setUp', pin: PIN, wanted: false });
  const { id: projectId } = await device.api.run('project.create', { title: 'Before' });
  await synced(device.api);
  line.cut = true;
  await device.api.hint('offline');
  let stop = (): void => {};
  const recording = device.locks.request(
    RECORDER_LOCK,
    () =>
      new Promise<void>((done) => {
        stop = done;
      }),
  );
  now += 25 * HOUR;
  await device.api.hint('focus');
  await state(device, 'leaseEnded', { isClosed: false });
  // the recorder still updates its meeting
  const { id: meetingId } = await device.api.run('meeting.create', {
    projectId,
    title: 'Under way',
    type: 'record',
    language: 'en',
  });
  // a clock put back does not revive an ended lease
  now -= 5 * HOUR;
  stop();
  await recording;
  await device.api.run('meeting.update', { id: meetingId, status: 'ended' });
  await state(device, 'leaseEnded', { isClosed: true });
  await expect(device.api.run('project.create', { title: 'x' })).rejects.toMatchObject({ code: 'DEVICE_LOCKED' });
  await device.api.lock({ do: 'contact' });
  await state(device, 'leaseEnded', { contact: 'noAnswer' });

  line.cut = false;
  server.fault = () => ({ error: 'IP_BLOCKED' });
  await device.api.lock({ do: 'contact' });
  await state(device, 'leaseEnded', { contact: 'blocked' });
  server.fault = () => null;
  await device.api.lock({ do: 'contact' });
  await state(device, 'locked', { isClosed: true });
  // a command sent during the unlock waits for it
  const unlocking = device.api.lock({ do: 'unlock', with: { pin: PIN } });
  await device.api.run('project.create', { title: 'At once' });
  await unlocking;
  await synced(device.api);
  await eventually(
    () => server.doc('meetings', meetingId)?.['status'] === 'ended',
    'the changes of the meantime are on the server',
  );

  // a clock that is put back does not lengthen the lease
  line.cut = true;
  await device.api.hint('offline');
  await device.close();
  now -= 5 * HOUR;
  const again = await suite.again(device);
  await state(again, 'leaseEnded', { isClosed: true });
  await again.close();
  now += 5 * HOUR;
  await state(await suite.again(again), 'leaseEnded', { isClosed: true });
});

test('signing out on a locked device leaves nothing; unsent work requires a confirmation first', async () => {
  storeRecoverySecrets();
  const counts = new Map<string, string>();
  const store = {
    read: (account: string) => counts.get(account) ?? null,
    write: (account: string, value: string | null) => {
      if (value === null) counts.delete(account);
      else counts.set(account, value);
    },
  };
  const { device, line } = await deviceWithUnsynced({ lossCounter: store });
  suite.server.fault = (r) => (r.path.includes('/sync/') || r.path.includes('/upload') ? 'network' : null);
  line.cut = false;
  await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
  await device.close();
  const again = await suite.again(device);
  expect((await state(again, 'locked')).unsent).toMatchObject({ documents: 2, recordings: 1 });
  await expect(again.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  await again.api.logout({ force: true });
  expect((await again.indexedDB.databases()).map(({ name }) => name)).toEqual([`${device.prefix}satchel-accounts`]);
});
