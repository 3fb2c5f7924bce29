/** The copy of an organization that its person has left: its unsent work is handed over, the other organizations stay usable. */
// imported first: Dexie reads the global IndexedDB when it is loaded
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { memberCalls } from '../../../server/organization/members/contract';
import { settingCalls } from '../../../server/organization/settings/contract';
import { eventually, synced, until, type DeviceSetup, type EngineDevice } from '../../support/engine-device';
import {
  left,
  online,
  PIN,
  text,
  waitingFor,
  workOffline,
  openHandoverServer,
  type Browser,
} from '../../support/handovers';

const server = openHandoverServer();
const { browser, company } = server;

/** A member of two organizations whose device is offline in the first, and the owner of the first, who can remove them. */
async function removedFromOneOfTwo(
  setup: Partial<DeviceSetup> = {},
  prepare: (away: Browser, of: { companyId: string; boss: Browser }) => Promise<void> = () => Promise.resolve(),
) {
  const { id: companyId, owner, member } = await company();
  const away = await browser(member, setup);
  const other = await server.helper.service.createCompany({ name: 'Elsewhere', ownerId: member.id });
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
  server.devices.push(again);
  await again.api.open({ refresh: true });
  await inCompany(again, other);
  expect(await ofCompany(again, companyId)).not.toEqual([]);
  await server.helper.service.addMember(companyId, { userId: member.id });
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
  server.devices.push(again);
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
  server.devices.push(again);
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
  const other = await server.helper.service.createCompany({ name: 'Elsewhere', ownerId: member.id });
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
  await server.parts.platform.db
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
