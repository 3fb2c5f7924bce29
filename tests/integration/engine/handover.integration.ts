/** End to end with a real server: a revoked device hands over its unsent work before it erases, and another device takes it over. */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileCalls } from '../../../server/core/files/contract';
import { handoverCalls } from '../../../server/organization/handover/contract';
import { identityCalls } from '../../../server/organization/identity/contract';
import { memberCalls } from '../../../server/organization/members/contract';
import { passwordCalls } from '../../../server/organization/passwords/contract';
import { settingCalls } from '../../../server/organization/settings/contract';
import { deviceCalls } from '../../../server/organization/sessions/contract';
import type { KindName } from '../../../sync/model/kinds';
import { PASSWORD } from '../../support/company-server';
import { engineDevice, eventually, synced, until } from '../../support/engine-device';
import {
  erased,
  left,
  online,
  PICTURE,
  PIN,
  SOUND,
  text,
  waitingFor,
  workOffline,
  write,
  openHandoverServer,
} from '../../support/handovers';
import { deviceDatabaseOf } from '../../support/recorded-meeting';
import { typed } from '../../support/typing';

const server = openHandoverServer();
const { browser, company } = server;

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
  // a text arrives before the rows
  await until(here.device.api, { kind: 'one', collection: 'projects', id: work.projectId }, (row) => row !== null);
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
  // After the revocation it makes no other calls. A call that was under way may ask for a new token, which is refused.
  const after = lost.seen.slice(lost.seen.findIndex((path) => path.includes('/handover/')));
  const isExpected = /\/user\/(session\/(handover\/(items|audio|finish)|erased)|token\/refresh)$/;
  expect(after.filter((path) => !isExpected.test(path))).toEqual([]);
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
  server.devices.push(again);
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
  server.devices.push(again);
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
  server.devices.push(again);
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
  server.devices.push(again);
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
    origin: server.origin,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    multiInstance: true,
    locks: lost.device.locks,
    disk: { indexedDB: lost.device.indexedDB, prefix: lost.device.prefix },
    openChannel: lost.device.openChannel,
  });
  server.devices.push(second);
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
  server.devices.push(again);
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

test('a file of a revoked device is handed over with its bytes, taken over and sent', async () => {
  const { member } = await company();
  const setup = { collections: ['projects', 'projectItems', 'itemTexts'] as KindName[] };
  const [lost, here] = [await browser(member, setup), await browser(member, setup)];
  const { id: projectId } = await lost.device.api.run('project.create', { title: 'Harbour' });
  await synced(lost.device.api);
  lost.line.cut = true;
  await lost.device.api.hint('offline');
  const bytes = 'written in a tunnel\n'.repeat(100_000);
  const { id } = await lost.device.api.run('file.add', { projectId, file: new Blob([bytes]), name: 'tunnel.txt' });
  await until(here.device.api, { kind: 'one', collection: 'projects', id: projectId }, (row) => row !== null);
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  await online(lost);
  const { handover } = await erased(lost.device);
  // the row and its bytes are one thing
  expect(handover).toMatchObject({ sent: 1, of: 1 });
  const [waiting] = await waitingFor(here);
  expect(waiting!.things).toMatchObject([{ about: `projectItems/${id}`, title: 'tunnel.txt' }]);
  await here.device.api.run('handover.keep', { id: waiting!.id });
  await until(here.device.api, { kind: 'files' }, ([row]) => row?.id === id && row.state === 'onServer');
  const found = await here.device.api.file(id);
  expect('blob' in found && (await found.blob.text()) === bytes).toBe(true);
});

test('a question with a file is handed over with its bytes, and sent after them by the device that takes it over', async () => {
  const { member } = await company();
  const setup = { collections: ['projects', 'threads', 'turns', 'answers'] as KindName[] };
  const [lost, here] = [await browser(member, setup), await browser(member, setup)];
  lost.line.cut = true;
  await lost.device.api.hint('offline');
  const bytes = 'written in a tunnel\n'.repeat(100_000);
  const question = 'What was written in the tunnel?';
  const asked = { question, kind: 'chat' as const, context: [], fileIds: [], usesWeb: false, language: 'en' };
  const files = [{ file: new Blob([bytes]), name: 'tunnel.txt' }];
  const { threadId, turnId } = await lost.device.api.run('chat.ask', { ...asked, files });
  await here.call(deviceCalls.revoke, { sessionId: lost.sessionId });
  await online(lost);
  // the chat, and the question with its file
  expect((await erased(lost.device)).handover).toMatchObject({ sent: 2, of: 2 });
  const [waiting] = await waitingFor(here);
  expect(waiting!.things.map(({ about }) => about).sort()).toEqual([`threads/${threadId}`, `turns/${turnId}`]);
  const [first] = (await here.call(handoverCalls.read, { id: waiting!.id })).items;
  expect(first).toMatchObject({ kind: 'file', turnId, name: 'tunnel.txt' });
  await here.device.api.run('handover.keep', { id: waiting!.id });
  await synced(here.device.api);
  const turn = await until(here.device.api, { kind: 'one', collection: 'turns', id: turnId }, (row) => row !== null);
  const stored = await here.call(fileCalls.getChat, { id: turn!.fileIds[0]! });
  expect(stored).toMatchObject({ name: 'tunnel.txt', size: bytes.length });
});
