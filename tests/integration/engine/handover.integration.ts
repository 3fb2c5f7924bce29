/** End to end with a real server: a revoked device hands over its unsent work before it erases, and another device takes it over. */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFeatures, createOrganization, type Features, type Organization } from '../../../server/features';
import { createSync, type Sync } from '../../../server/sync/sync';
import { handoverCalls } from '../../../server/organization/handover/contract';
import { identityCalls } from '../../../server/organization/identity/contract';
import { memberCalls } from '../../../server/organization/members/contract';
import { passwordCalls } from '../../../server/organization/passwords/contract';
import { createUser } from '../../../server/organization/people/users';
import { settingCalls } from '../../../server/organization/settings/contract';
import { deviceCalls } from '../../../server/organization/sessions/contract';
import { createApi } from '../../../server/platform/http/calls';
import { createHost, type Host } from '../../../server/platform/http/host';
import { openBlobStore } from '../../../server/platform/storage/open';
import { drawDemoPicture } from '../../../server/demo/picture';
import { textOfState } from '../../../sync/merge/note-text';
import { fromBase64 } from '../../../sync/merge/yjs';
import { newId } from '../../../sync/model/ids';
import { createClient, type Call } from '../../../sync/protocol/client';
import { cookieFetch } from '../../support/cookie-fetch';
import {
  engineDevice,
  eventually,
  synced,
  until,
  type DeviceSetup,
  type EngineDevice,
} from '../../support/engine-device';
import { createParts, type Parts } from '../../support/parts';
import { deviceDatabaseOf } from '../../support/recorded-meeting';
import { typed } from '../../support/typing';

// fewer PBKDF2 rounds, as in device-lock.integration.ts
const derived = crypto.subtle.deriveKey.bind(crypto.subtle);
vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((algorithm, ...rest) =>
  derived({ ...(algorithm as Pbkdf2Params), iterations: 1_000 }, ...rest),
);

const PASSWORD = 'Correct-horse-1';
const PIN = '480273';
const SOUND = Buffer.concat([
  Buffer.from('RIFF\0\0\0\0WAVEfmt '),
  Buffer.alloc(28),
  Buffer.from('pcm'.repeat(500_000)),
]);

const PICTURE = Buffer.from(drawDemoPicture().bytes);

let parts: Parts;
let sync: Sync;
let helper: Organization;
let features: Features;
let host: Host;
let origin: string;
let devices: EngineDevice[] = [];

beforeAll(async () => {
  parts = await createParts('pglite');
  sync = createSync(parts.platform, []);
  helper = createOrganization(parts.platform, sync);
  features = createFeatures({ ...parts.platform, blobs: await openBlobStore(parts.platform.config) });
  const api = createApi(features.calls, {
    platform: parts.platform,
    database: parts.database,
    authenticator: features.authenticator,
  });
  host = createHost({
    platform: parts.platform,
    raw: features.raw,
    locales: () => false,
    files: null,
    vite: null,
    api,
    documents: () => Promise.resolve(new Response(null, { status: 404 })),
  });
  origin = `http://127.0.0.1:${(await host.listen(0, '127.0.0.1')).port}`;
});
afterAll(async () => {
  await host.close(() => undefined);
  features.close();
  helper.authenticator.close();
  sync.close();
  await parts.close();
});
beforeEach(() => {
  devices = [];
});
afterEach(async () => {
  for (const device of devices) await device.close();
  expect(devices.flatMap((device) => device.errors)).toEqual([]);
});

interface Person {
  id: string;
  email: string;
}
interface Browser {
  device: EngineDevice;
  call: Call;
  line: {
    cut: boolean | RegExp;
    /** delays matching answers until the promise resolves */ held: { path: RegExp; until: Promise<void> } | null;
  };
  sessionId: string;
  seen: string[];
}

const person = async (name: string): Promise<Person> => {
  const email = `${newId()}@example.test`;
  return { id: await createUser(parts.platform, { email, name, password: PASSWORD, lang: 'en' }), email };
};

/** A browser with a signed-in person and a complete replica. */
async function browser(of: Person, setup: Partial<DeviceSetup> = {}): Promise<Browser> {
  const fetch = cookieFetch(origin);
  const line: Browser['line'] = { cut: false, held: null };
  const seen: string[] = [];
  const call = createClient({ origin, fetch });
  await call(identityCalls.login, { email: of.email, password: PASSWORD });
  const device = engineDevice({
    origin,
    fetch: async (input, init) => {
      if (line.cut === true || (line.cut instanceof RegExp && line.cut.test(input)))
        return Promise.reject(new TypeError('fetch failed'));
      seen.push(input.slice(origin.length));
      const answer = await fetch(input, init);
      if (line.held?.path.test(input))
        await Promise.race([
          line.held.until,
          new Promise((_, reject) => {
            init?.signal?.addEventListener('abort', reject);
          }),
        ]);
      return answer;
    },
    ...setup,
  });
  devices.push(device);
  await device.api.open({ refresh: true });
  await synced(device.api);
  return { device, call, line, sessionId: (await call(identityCalls.my, {})).sessionId, seen };
}

async function company(): Promise<{ id: string; owner: Person; member: Person }> {
  const [owner, member] = [await person('Olive Owner'), await person('Max Member')];
  const id = await helper.service.createCompany({ name: 'Lantern Works', ownerId: owner.id });
  await helper.service.addMember(id, { userId: member.id });
  return { id, owner, member };
}

const text = (state: string): string => textOfState(fromBase64(state));
const left = async ({ indexedDB }: EngineDevice): Promise<string[]> =>
  (await indexedDB.databases()).map((d) => d.name!).filter((name) => !name.endsWith('satchel-accounts'));
const write = async ({ api }: EngineDevice, id: string, words: string): Promise<void> => {
  const open = await api.openText(id, () => {});
  await open.append(typed(open.state, words).update);
  await open.close();
};
const erased = (device: EngineDevice) => until(device.api, { kind: 'lock' }, (lock) => lock.state === 'erased');
const waitingFor = async ({ call }: Browser) => (await call(handoverCalls.list, {})).handovers;

/** Unsynced work of a device: an edit, a new note with text and an image, text in an old note, a deletion, a recording. */
async function workOffline(
  { device, line }: Browser,
  title = 'Harbour',
): Promise<{
  projectId: string;
  oldId: string;
  goneId: string;
  newId: string;
  meetingId: string;
  recordingId: string;
  imageId: string;
}> {
  const { api } = device;
  const { id: projectId } = await api.run('project.create', { title });
  const [{ id: oldId }, { id: goneId }] = [
    await api.run('note.create', { projectId, title: 'Old' }),
    await api.run('note.create', { projectId, title: 'Gone' }),
  ];
  await write(device, oldId, 'before ');
  const { id: meetingId } = await api.run('meeting.create', {
    projectId,
    title: 'Pier',
    type: 'upload',
    language: 'en',
  });
  await synced(api);
  line.cut = true;
  await api.hint('offline');
  await api.run('project.update', { id: projectId, title: 'Harbour, in a tunnel' });
  const { id: made } = await api.run('note.create', { projectId, title: 'Tunnel' });
  await write(device, made, 'written in a tunnel');
  const { id: imageId } = await api.run('image.add', { contentId: made, file: new Blob([PICTURE]) });
  await write(device, oldId, 'added in a tunnel ');
  await api.run('note.delete', { id: goneId });
  const { id: recordingId } = await api.run('recording.import', {
    meetingId,
    file: new Blob([SOUND]),
    fileName: 'pier.wav',
    language: 'en',
  });
  return { projectId, oldId, goneId, newId: made, meetingId, recordingId, imageId };
}

const online = async ({ device, line }: Browser): Promise<void> => {
  line.cut = false;
  await device.api.hint('online');
};

test('a device revoked while offline hands everything over and erases; taken over elsewhere, the work merges and syncs like any edit', async () => {
  const { member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  const work = await workOffline(lost);
  await synced(here.device.api);
  await until(
    here.device.api,
    { kind: 'one', collection: 'noteContents', id: work.oldId },
    (content) => content !== null && text(content.state).includes('before'),
  );
  // meanwhile the same documents are edited elsewhere
  await here.device.api.run('project.update', {
    id: work.projectId,
    title: 'Harbour, at the desk',
    description: 'Kept as well',
  });
  await write(here.device, work.oldId, 'at the desk ');
  await synced(here.device.api);
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  await online(lost);
  const { handover } = await erased(lost.device);
  expect(handover).toMatchObject({ sent: 5, of: 5 });
  expect(await left(lost.device)).toEqual([]);
  // after the revocation it makes no other calls
  const after = lost.seen.slice(lost.seen.findIndex((path) => path.includes('/handover/')));
  expect(after.filter((path) => !/\/user\/session\/(handover\/(items|audio|finish)|erased)$/.test(path))).toEqual([]);
  await eventually(
    async () =>
      (await here.call(deviceCalls.list, {})).sessions.find((s) => s.id === lost.sessionId)?.state === 'erased',
    'the erasure is confirmed',
  );

  const [waiting] = await waitingFor(here);
  expect(waiting).toMatchObject({ count: 5, leftOut: 0, from: null });
  expect(waiting!.things.map(({ title }) => title).sort()).toEqual([
    'Gone',
    'Harbour, in a tunnel',
    'Old',
    'Pier',
    'Tunnel',
  ]);
  await here.device.api.run('handover.keep', { id: waiting!.id });
  await synced(here.device.api);
  await until(
    here.device.api,
    { kind: 'recordings', meetingId: work.meetingId },
    (rows) => rows[0]?.transfer === 'onServer',
  );
  await until(here.device.api, { kind: 'images', contentId: work.newId }, ([image]) => image?.state === 'onServer');
  expect(await waitingFor(here)).toEqual([]);

  const reader = await browser(member);
  const one = async (collection: 'projects' | 'notes' | 'noteContents' | 'meetings', id: string) =>
    until(reader.device.api, { kind: 'one', collection, id }, (doc) => doc !== null);
  expect(await one('projects', work.projectId)).toMatchObject({
    title: 'Harbour, in a tunnel',
    description: 'Kept as well',
  });
  expect(await one('notes', work.newId)).toMatchObject({ title: 'Tunnel' });
  expect(text(((await one('noteContents', work.newId)) as unknown as { state: string }).state)).toBe(
    'written in a tunnel',
  );
  const image = await reader.device.api.image(work.newId, work.imageId);
  expect('blob' in image && Buffer.from(await image.blob.arrayBuffer()).equals(PICTURE)).toBe(true);
  const merged = text(((await one('noteContents', work.oldId)) as unknown as { state: string }).state);
  for (const words of ['before', 'at the desk', 'added in a tunnel']) expect(merged).toContain(words);
  await until(reader.device.api, { kind: 'one', collection: 'notes', id: work.goneId }, (note) => note === null);
  expect(await one('meetings', work.meetingId)).toMatchObject({
    recordings: [
      {
        id: work.recordingId,
        fileName: 'pier.wav',
        size: SOUND.length,
        sha256: createHash('sha256').update(SOUND).digest('hex'),
      },
    ],
  });
  // the overwritten title is a conflict version like any other
  await until(here.device.api, { kind: 'conflictVersions' }, (kept) =>
    kept.some(({ field, theirs, mine }) => field === 'title' && [theirs, mine].includes('Harbour, at the desk')),
  );
});

test('a device revoked as lost erases without a handover', async () => {
  const { member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  await workOffline(lost);
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId, handover: false });
  await online(lost);
  await until(lost.device.api, { kind: 'account' }, (account) => account === null);
  expect(await left(lost.device)).toEqual([]);
  expect(lost.seen.filter((path) => path.includes('/handover/'))).toEqual([]);
  expect(await waitingFor(here)).toEqual([]);
});

test('a fully synced device erases and hands over nothing', async () => {
  const { member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  await until(lost.device.api, { kind: 'account' }, (account) => account === null);
  expect(lost.seen.filter((path) => path.includes('/handover/'))).toEqual([]);
  await eventually(
    async () =>
      (await here.call(deviceCalls.list, {})).sessions.find((s) => s.id === lost.sessionId)?.state === 'erased',
    'the erasure is confirmed',
  );
});

test('an interrupted handover continues at the next start with closed screens, and ends when it is refused', async () => {
  const { member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  const work = await workOffline(lost);
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  lost.line.cut = /handover\/audio/;
  await lost.device.api.hint('online');
  await until(
    lost.device.api,
    { kind: 'lock' },
    (lock) => lock.state === 'handingOver' && lock.handover?.isWaiting === true,
  );
  await expect(lost.device.api.run('note.rename', { id: work.newId, title: 'x' })).rejects.toMatchObject({
    code: 'DEVICE_LOCKED',
  });
  await lost.device.kill();
  const again = lost.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: false });
  await until(again.api, { kind: 'lock' }, (lock) => lock.state === 'handingOver' && lock.handover?.isWaiting === true);
  await expect(again.api.run('note.rename', { id: work.newId, title: 'x' })).rejects.toMatchObject({
    code: 'DEVICE_LOCKED',
  });
  lost.line.cut = false;
  await again.api.hint('online');
  expect((await erased(again)).handover).toMatchObject({ sent: 5 });
  expect(await left(again)).toEqual([]);
  expect(await waitingFor(here)).toMatchObject([{ count: 5 }]);

  const other = await browser(member);
  await workOffline(other, 'Another harbour');
  await here.call(deviceCalls.revoke, { sessionId: other.sessionId });
  other.line.cut = /handover\/audio/;
  await other.device.api.hint('online');
  await until(other.device.api, { kind: 'lock' }, (lock) => lock.handover?.isWaiting === true);
  await here.call(deviceCalls.revoke, { sessionId: other.sessionId, handover: false });
  other.line.cut = false;
  await other.device.api.hint('online');
  await until(other.device.api, { kind: 'account' }, (account) => account === null);
  expect(await left(other.device)).toEqual([]);
});

test('a handover includes the readable part of an interrupted recording, and no deleted or damaged recording', async () => {
  const { id: companyId, member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  const { id: meetingId } = await lost.device.api.run('meeting.create', {
    projectId: '',
    title: 'Cut off',
    type: 'record',
    language: 'en',
  });
  await synced(lost.device.api);
  lost.line.cut = true;
  await lost.device.api.hint('offline');
  const db = await deviceDatabaseOf(lost.device, member.id, companyId);
  const common = {
    meetingId,
    fileName: 'r.mp3',
    mimeType: 'audio/mpeg',
    language: 'en' as const,
    source: 'microphone' as const,
    startedAt: 1_000,
    endedAt: 0,
    wallMs: 9_000,
    gaps: [],
    capturedMs: 9_000,
    bytes: 9,
    chunks: 3,
    sha256: '',
  };
  const rows = (recordingId: string, seqs: number[]) =>
    Promise.all(
      seqs.map((seq) =>
        db.chunks.add({ recordingId, seq, bytes: new Uint8Array([seq, 1, 2]), durationMs: 3_000, atMs: 3_000 * seq }),
      ),
    );
  await rows('deleted', [0]);
  await db.recordings.add({
    ...common,
    id: 'deleted',
    state: 'stopped',
    transfer: 'deleted',
    deleted: { at: Number.MAX_SAFE_INTEGER, transfer: 'queued' },
    sha256: 'a'.repeat(64),
  });
  await rows('damaged', [0]);
  await db.chunks.rows.update(['damaged', 0], { sealed: new Uint8Array(40) });
  await db.recordings.add({ ...common, id: 'damaged', state: 'stopped', transfer: 'local', sha256: 'b'.repeat(64) });
  await lost.device.close();
  // the second chunk is missing
  await rows('cut-off', [0, 2]);
  await db.recordings.add({ ...common, id: 'cut-off', state: 'recording', transfer: 'local' });
  await db.close();
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  lost.line.cut = false;
  const again = lost.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: true });
  await erased(again);
  const [waiting] = await waitingFor(here);
  expect(waiting).toMatchObject({ leftOut: 1, things: [{ about: `meetings/${meetingId}`, hasRecording: true }] });
  const { items } = await here.call(handoverCalls.read, { id: waiting!.id });
  expect(items.filter(({ kind }) => kind === 'recording')).toMatchObject([
    { recordingId: 'cut-off', bytes: 3, capturedMs: 3_000 },
  ]);
});

test('a locked device hands over after it is unlocked', async () => {
  const { member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  await lost.device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
  await synced(lost.device.api);
  await workOffline(lost);
  await lost.device.close();
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  lost.line.cut = false;
  const again = lost.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: true });
  await until(again.api, { kind: 'lock' }, (lock) => lock.state === 'locked' && lock.handover !== null);
  expect(await left(again)).not.toEqual([]);
  expect(await waitingFor(here)).toEqual([]);
  await again.api.lock({ do: 'unlock', with: { pin: PIN } });
  await erased(again);
  expect(await left(again)).toEqual([]);
  expect(await waitingFor(here)).toMatchObject([{ count: 5 }]);
});

test('a locked device whose lease has ended erases without a handover', async () => {
  const { id, owner, member } = await company();
  let now = Date.now();
  const [lost, boss] = [await browser(member, { deviceNow: () => now }), await browser(owner)];
  await lost.device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
  await boss.call(settingCalls.change, { id, deviceLock: 'required', leaseHours: 1 });
  await lost.device.api.open({ refresh: true });
  await synced(lost.device.api);
  await workOffline(lost);
  await lost.device.close();
  await boss.call(deviceCalls.revokeOfMember, { userId: member.id, sessionId: lost.sessionId });
  lost.line.cut = false;
  const again = lost.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: true });
  await until(again.api, { kind: 'lock' }, (lock) => lock.state === 'locked' && lock.handover !== null);
  now += 2 * 60 * 60_000;
  // a check of the lease may have come first
  await again.api.lock({ do: 'unlock', with: { pin: PIN } }).catch((error: { code: string }) => {
    expect(error.code).toBe('USER_NOT_LOGIN');
  });
  await until(again.api, { kind: 'account' }, (account) => account === null);
  expect(await left(again)).toEqual([]);
  expect(lost.seen.filter((path) => path.includes('/handover/'))).toEqual([]);
});

test('one of several tabs hands over, and all of them close', async () => {
  const { member } = await company();
  const here = await browser(member);
  const lost = await browser(member, { multiInstance: true });
  const second = engineDevice({
    origin,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    multiInstance: true,
    locks: lost.device.locks,
    disk: { indexedDB: lost.device.indexedDB, prefix: lost.device.prefix },
    openChannel: lost.device.openChannel,
  });
  devices.push(second);
  await second.api.open({ refresh: false });
  const { newId: made } = await workOffline(lost);
  // typed in the other tab, and not compacted yet
  const open = await second.api.openText(made, () => {});
  await open.append(typed(open.state, 'and in another tab ').update);
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  await online(lost);
  await erased(lost.device);
  await until(second.api, { kind: 'account' }, (account) => account === null);
  expect(await left(lost.device)).toEqual([]);
  const [waiting] = await waitingFor(here);
  await here.device.api.run('handover.keep', { id: waiting!.id });
  expect(await here.device.api.textOf(made, 'text')).toContain('and in another tab');
});

test('the unsent work of a former member goes to the heir of their documents', async () => {
  const { id: companyId, owner, member } = await company();
  const [lost, boss] = [await browser(member), await browser(owner)];
  const work = await workOffline(lost);
  await boss.call(memberCalls.remove, { companyId, userId: member.id });
  await online(lost);
  await erased(lost.device);
  await synced(boss.device.api);
  const [waiting] = await waitingFor(boss);
  expect(waiting).toMatchObject({ from: { userId: member.id, name: 'Max Member' }, count: 5 });
  await until(
    boss.device.api,
    { kind: 'one', collection: 'projects', id: work.projectId },
    (project) => project?.ownerId === owner.id,
  );
  await boss.device.api.run('handover.keep', { id: waiting!.id });
  await synced(boss.device.api);
  expect(await until(boss.device.api, { kind: 'rejectedChanges' }, () => true)).toEqual([]);
  expect(
    await until(boss.device.api, { kind: 'one', collection: 'notes', id: work.newId }, (note) => note !== null),
  ).toMatchObject({ title: 'Tunnel', creatorId: owner.id });
  expect(await boss.device.api.textOf(work.newId, 'text')).toBe('written in a tunnel');
  expect(await boss.device.api.textOf(work.oldId, 'text')).toContain('added in a tunnel');
  await until(
    boss.device.api,
    { kind: 'recordings', meetingId: work.meetingId },
    (rows) => rows[0]?.transfer === 'onServer',
  );
});

test('a session ended by a password change erases and hands over nothing: the screens are covered until the sign-in', async () => {
  const { member } = await company();
  const [away, here] = [await browser(member), await browser(member)];
  const work = await workOffline(away);
  await here.call(passwordCalls.change, { oldPassword: PASSWORD, newPassword: 'Another-horse-2' });
  await online(away);
  await until(away.device.api, { kind: 'lock' }, (lock) => lock.state === 'signedOut');
  await away.device.close();
  const again = away.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: false });
  await until(again.api, { kind: 'lock' }, (lock) => lock.state === 'signedOut' && lock.isClosed);
  await expect(again.api.textOf(work.newId, 'text')).rejects.toMatchObject({ code: 'DEVICE_LOCKED' });
  expect(away.seen.filter((path) => path.includes('/handover/'))).toEqual([]);
  expect(await left(again)).not.toEqual([]);
  // signs in again in the same browser
  await away.call(identityCalls.login, { email: member.email, password: 'Another-horse-2' });
  await again.api.open({ refresh: true });
  await until(again.api, { kind: 'lock' }, (lock) => lock.state === 'none');
  await synced(again.api);
  expect(await again.api.textOf(work.newId, 'text')).toBe('written in a tunnel');
  await until(again.api, { kind: 'recordings', meetingId: work.meetingId }, (rows) => rows[0]?.transfer === 'onServer');
});

test('a sign-in before the end of the handover cancels it, and the work continues', async () => {
  const { member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  const work = await workOffline(lost);
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  lost.line.cut = /handover\//;
  await lost.device.api.hint('online');
  await until(lost.device.api, { kind: 'lock' }, (lock) => lock.handover?.isWaiting === true);
  await lost.call(identityCalls.login, { email: member.email, password: PASSWORD });
  lost.line.cut = false;
  await lost.device.api.open({ refresh: true });
  await until(lost.device.api, { kind: 'lock' }, (lock) => lock.state === 'none');
  await synced(lost.device.api);
  expect(await lost.device.api.textOf(work.newId, 'text')).toBe('written in a tunnel');
});

test('an attempt whose answer arrives after a new sign-in does not cover the screens', async () => {
  const { member } = await company();
  const [lost, here] = [await browser(member), await browser(member)];
  const work = await workOffline(lost);
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  let release = (): void => {};
  lost.line.held = {
    path: /handover\/items/,
    until: new Promise((resolve) => {
      release = resolve;
    }),
  };
  await online(lost);
  await until(lost.device.api, { kind: 'lock' }, (lock) => (lock.handover?.of ?? 0) > 0);
  await lost.call(identityCalls.login, { email: member.email, password: PASSWORD });
  await lost.device.api.open({ refresh: true });
  release();
  await synced(lost.device.api);
  expect(await lost.device.api.textOf(work.newId, 'text')).toBe('written in a tunnel');
  await until(lost.device.api, { kind: 'lock' }, (lock) => lock.state === 'none' && lock.handover === null);
});

/** A member of two organizations whose device is offline in the first, and the owner of the first, who can remove them. */
async function removedFromOneOfTwo(
  setup: Partial<DeviceSetup> = {},
  prepare: (away: Browser, of: { companyId: string; boss: Browser }) => Promise<void> = () => Promise.resolve(),
) {
  const { id: companyId, owner, member } = await company();
  const away = await browser(member, setup);
  const other = await helper.service.createCompany({ name: 'Elsewhere', ownerId: member.id });
  const boss = await browser(owner);
  await prepare(away, { companyId, boss });
  const work = await workOffline(away);
  return {
    companyId,
    other,
    owner,
    member,
    away,
    work,
    boss,
    remove: () => boss.call(memberCalls.remove, { companyId, userId: member.id }),
  };
}
const ofCompany = async (device: EngineDevice, companyId: string): Promise<string[]> =>
  (await left(device)).filter((name) => name.includes(companyId));
const inCompany = (device: EngineDevice, companyId: string) =>
  until(device.api, { kind: 'account' }, (account) => account?.companyId === companyId);
const erasedOf = (device: EngineDevice, companyId: string) =>
  eventually(
    async () => (await ofCompany(device, companyId)).length === 0,
    'the copy of the organization that was left is erased',
  );
const handoverPaths = ({ seen }: Browser): string[] =>
  seen.filter((path) => path.includes('/handover/')).map((path) => path.replace(/.*handover\//, ''));

test('after a removal from one of several organizations its unsent work is handed over and its copy erased; the other organization continues', async () => {
  const { companyId, other, owner, member, away, work, boss, remove } = await removedFromOneOfTwo();
  await remove();
  // the handover starts and waits for the server
  away.line.cut = /handover\/left\/audio/;
  await away.device.api.hint('online');
  await inCompany(away.device, other);
  await eventually(() => handoverPaths(away).includes('left/items'), 'it hands over');
  // nothing is covered, and the other organization stays usable
  await until(away.device.api, { kind: 'lock' }, (lock) => lock.state === 'none' && lock.handover === null);
  const { id: here } = await away.device.api.run('project.create', { title: 'In the other' });
  await synced(away.device.api);
  expect(await ofCompany(away.device, companyId)).not.toEqual([]);
  away.line.cut = false;
  await away.device.api.hint('online');
  await erasedOf(away.device, companyId);
  expect(await until(away.device.api, { kind: 'left' }, (notices) => notices.length > 0)).toEqual([
    { companyId, name: 'Lantern Works', taken: 5, leftOut: 0 },
  ]);
  expect(new Set(handoverPaths(away))).toEqual(new Set(['left/items', 'left/audio', 'left/finish']));
  expect(handoverPaths(away).filter((path) => path === 'left/finish')).toHaveLength(1);
  await until(away.device.api, { kind: 'one', collection: 'projects', id: here }, (project) => project !== null);
  await away.device.api.run('left.read', { companyId });
  await until(away.device.api, { kind: 'left' }, (notices) => notices.length === 0);
  // no item reaches the other organization
  expect(
    await until(away.device.api, { kind: 'find', collection: 'projects' }, (projects) => projects.length > 0),
  ).toMatchObject([{ id: here }]);

  const [waiting] = await waitingFor(boss);
  expect(waiting).toMatchObject({ from: { userId: member.id, name: 'Max Member' }, count: 5, leftOut: 0 });
  await boss.device.api.run('handover.keep', { id: waiting!.id });
  await synced(boss.device.api);
  expect(
    await until(boss.device.api, { kind: 'one', collection: 'notes', id: work.newId }, (note) => note !== null),
  ).toMatchObject({ title: 'Tunnel', creatorId: owner.id });
  expect(await boss.device.api.textOf(work.newId, 'text')).toBe('written in a tunnel');
  expect(await boss.device.api.textOf(work.oldId, 'text')).toContain('added in a tunnel');
  await until(
    boss.device.api,
    { kind: 'recordings', meetingId: work.meetingId },
    (rows) => rows[0]?.transfer === 'onServer',
  );
});

test('an interrupted handover of a left organization continues at the next start; joining again before its end keeps the work', async () => {
  const { companyId, other, member, away, work, boss, remove } = await removedFromOneOfTwo();
  await remove();
  away.line.cut = /handover\/left\/audio/;
  await away.device.api.hint('online');
  await inCompany(away.device, other);
  await eventually(() => handoverPaths(away).includes('left/items'), 'it hands over');
  await away.device.kill();
  const again = away.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: true });
  await inCompany(again, other);
  expect(await ofCompany(again, companyId)).not.toEqual([]);
  await helper.service.addMember(companyId, { userId: member.id });
  away.line.cut = false;
  await again.api.switchCompany(companyId);
  // the project is the owner's since the removal: the server rejects the edit, which becomes a rejected change
  const refused = await until(again.api, { kind: 'rejectedChanges' }, (items) =>
    items.some(({ collection, documentId }) => collection === 'noteContents' && documentId === work.newId),
  );
  expect(
    text(
      refused.find(({ collection, documentId }) => collection === 'noteContents' && documentId === work.newId)!.content[
        'state'
      ] as string,
    ),
  ).toBe('written in a tunnel');
  expect(handoverPaths(away)).not.toContain('left/finish');
  expect(await until(again.api, { kind: 'left' }, () => true)).toEqual([]);
  expect(await waitingFor(boss)).toEqual([]);
});

test('the locked copy of a left organization waits for its PIN without blocking the other organization', async () => {
  const { companyId, other, away, boss, remove } = await removedFromOneOfTwo({}, async ({ device }) => {
    await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
    await synced(device.api);
  });
  await away.device.close();
  await remove();
  away.line.cut = false;
  const again = away.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: true });
  await inCompany(again, other);
  await synced(again.api);
  expect(await until(again.api, { kind: 'leftLocked' }, (copies) => copies.length > 0)).toMatchObject([
    { companyId, name: 'Lantern Works' },
  ]);
  expect((await until(again.api, { kind: 'lock' }, () => true)).state).toBe('none');
  expect(handoverPaths(away)).toEqual([]);
  await expect(again.api.lock({ do: 'openLeft', companyId, pin: '111111' })).rejects.toMatchObject({
    code: 'DEVICE_PIN_WRONG',
  });
  await again.api.lock({ do: 'openLeft', companyId, pin: PIN });
  await erasedOf(again, companyId);
  await until(again.api, { kind: 'leftLocked' }, (copies) => copies.length === 0);
  expect(await until(again.api, { kind: 'left' }, (notices) => notices.length > 0)).toMatchObject([
    { taken: 5, leftOut: 0 },
  ]);
  expect(await waitingFor(boss)).toMatchObject([{ count: 5 }]);
});

test('an unlocked copy of a left organization needs no PIN', async () => {
  const { companyId, away, boss, remove } = await removedFromOneOfTwo({}, async ({ device }) => {
    await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
    await synced(device.api);
  });
  await remove();
  await online(away);
  await erasedOf(away.device, companyId);
  expect(await waitingFor(boss)).toMatchObject([{ count: 5 }]);
});

test('the locked copy of a left organization whose lease has ended is erased and reported as lost', async () => {
  let now = Date.now();
  const { companyId, other, away, boss, remove } = await removedFromOneOfTwo(
    { deviceNow: () => now },
    async ({ device }, of) => {
      await device.api.lock({ do: 'setUp', pin: PIN, wanted: true });
      await of.boss.call(settingCalls.change, { id: of.companyId, deviceLock: 'required', leaseHours: 1 });
      await device.api.open({ refresh: true });
      await synced(device.api);
    },
  );
  await away.device.close();
  await remove();
  away.line.cut = false;
  const again = away.device.reopen();
  devices.push(again);
  await again.api.open({ refresh: true });
  await inCompany(again, other);
  await until(again.api, { kind: 'leftLocked' }, (copies) => copies.length > 0);
  now += 2 * 60 * 60_000;
  await again.api.hint('focus');
  await erasedOf(again, companyId);
  expect(handoverPaths(away)).toEqual([]);
  expect(await until(again.api, { kind: 'left' }, (notices) => notices.length > 0)).toMatchObject([
    { companyId, taken: 0, leftOut: 1 },
  ]);
  expect(await waitingFor(boss)).toEqual([]);
});

test('the copy of a left organization without unsent work is erased without a notice', async () => {
  const { id: companyId, owner, member } = await company();
  const [here, boss] = [await browser(member), await browser(owner)];
  const other = await helper.service.createCompany({ name: 'Elsewhere', ownerId: member.id });
  await boss.call(memberCalls.remove, { companyId, userId: member.id });
  await here.device.api.hint('focus');
  await inCompany(here.device, other);
  await erasedOf(here.device, companyId);
  expect(handoverPaths(here)).toEqual([]);
  expect(await until(here.device.api, { kind: 'left' }, () => true)).toEqual([]);
});

test('the copy of a left organization whose handover the server refuses is erased and reported as lost', async () => {
  const { companyId, away, boss, remove } = await removedFromOneOfTwo();
  await remove();
  await parts.platform.db
    .updateTable('departure')
    .set((e) => ({ left_at: e('left_at', '-', 31 * 24 * 60 * 60_000) }))
    .where('company_id', '=', companyId)
    .execute();
  await online(away);
  await erasedOf(away.device, companyId);
  expect(await until(away.device.api, { kind: 'left' }, (notices) => notices.length > 0)).toMatchObject([
    { taken: 0, leftOut: 1 },
  ]);
  expect(await waitingFor(boss)).toEqual([]);
});
