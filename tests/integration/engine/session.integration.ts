/** Ended sessions, account changes, erased devices, leader takeover. */
import { expect, test } from 'vitest';
import type { RxDatabase } from 'rxdb';
import type { conflictHandler } from '../../../sync/engine/storage/replica-database';
import { engineDevice, eventually, synced, until } from '../../support/engine-device';
import { engineSuite, Line, typed } from '../../support/engine-suite';
import { failure } from '../../support/scripted-server';

const suite = engineSuite();
const REFRESH = 'POST /api/organization/user/token/refresh';

test('an access token that expires during work is renewed once, and nothing is lost', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  let valid = false;
  server.fault = (r) => (valid || r.path.includes('/user/token/refresh') ? null : { error: 'JWT_TOKEN_EXPIRED' });
  server.calls[REFRESH] = () => {
    valid = true;
    return Response.json({ success: true, data: { loginToken: { accessToken: 'a', refreshToken: 'b' } } });
  };
  const { id } = await api.run('project.create', { title: 'Past midnight' });
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Past midnight');
  expect(server.count(/token\/refresh$/)).toBe(1);
});

test('after the session ends everything stays readable, and edits are pushed after the next sign-in', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  const { id: projectId } = await api.run('project.create', { title: 'Mine' });
  const { id: noteId } = await api.run('note.create', { projectId, title: 'Note' });
  await synced(api);
  server.fault = () => ({ error: 'JWT_TOKEN_EXPIRED' });
  await api.run('project.update', { id: projectId, title: 'Written signed out' });
  await until(
    api,
    { kind: 'status' },
    (s) => s.connection.state === 'blocked' && s.connection.reason === 'signedOut' && s.waiting.documents === 1,
  );
  const text = await api.openText(noteId, () => {});
  await text.append(typed(text.state, 'kept').update);
  await text.close();
  expect(await api.open({ refresh: true })).toMatchObject({ userId: 'u1' });
  expect(await api.textOf(noteId, 'text')).toContain('kept');
  server.fault = () => null;
  await api.hint('focus');
  await synced(api);
  expect(server.doc('projects', projectId)?.['title']).toBe('Written signed out');
});

test('changes of the account reach the open page', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  const received: string[] = [];
  const stop = await api.live({ kind: 'account' }, (account) => {
    received.push((account as { name: string }).name);
  });
  for (const name of ['A new name', 'And another']) {
    server.user = { ...server.user, name };
    await api.open({ refresh: true });
    await eventually(() => received.at(-1) === name, `${name} received`);
  }
  stop();
});

test.each([
  ['IP_BLOCKED', 'ipBlocked'],
  ['NO_PERMISSION', 'noPermission'],
  ['CLIENT_TOO_OLD', 'clientTooOld'],
] as const)('%s has a status reason of its own', async (error, reason) => {
  const { api } = await suite.device();
  await synced(api);
  suite.server.fault = () => ({ error });
  await api.run('project.create', { title: 'Any' });
  await until(api, { kind: 'status' }, (s) => s.connection.state === 'blocked' && s.connection.reason === reason);
});

test('switching the company during a push: nothing of one company reaches the other', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  server.fault = (r) => (r.path.endsWith('/projects/push') ? 'hang' : null);
  const { id } = await api.run('project.create', { title: 'Of company one' });
  await eventually(() => server.count(/projects\/push$/) > 0, 'the push is under way');
  const account = await api.switchCompany('c2');
  expect(account.companyId).toBe('c2');
  server.fault = () => null;
  await synced(api);
  await until(api, { kind: 'count', collection: 'projects' }, (n) => n === 0);
  expect(server.doc('projects', id)).toBeNull();
  expect(
    new Set(server.requests.filter((r) => r.path.includes('/sync/')).map((r) => r.headers.get('x-satchel-account'))),
  ).toEqual(new Set(['c1/u1', 'c2/u1']));
  await api.switchCompany('c1');
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Of company one');
});

test('a command during a switch is refused and runs in neither company', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await synced(api);
  let made: Promise<string> | undefined;
  server.fault = (r) => {
    // the first company is closed, the second not open yet
    if (r.path.endsWith('/user/my/company/default'))
      made ??= api.run('project.create', { title: 'Between' }).then(
        () => 'made',
        (error: { code: string }) => error.code,
      );
    return null;
  };
  await api.switchCompany('c2');
  expect(await made).toBe('USER_NOT_LOGIN');
  await until(api, { kind: 'count', collection: 'projects' }, (n) => n === 0);
});

test('the session moved to another company elsewhere: nothing is sent or rejected until it is back', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  const { id } = await api.run('project.create', { title: 'Of company one' });
  await synced(api);
  server.fault = (r) => (r.path.includes('/sync/') ? { error: 'COMPANY_MISMATCH' } : null);
  await api.run('project.update', { id, title: 'Changed meanwhile' });
  await until(
    api,
    { kind: 'status' },
    (s) =>
      s.connection.state === 'blocked' &&
      s.connection.reason === 'signedOut' &&
      s.waiting.documents === 1 &&
      s.rejected === 0,
  );
  const asked = server.count(/projects\/push$/);
  server.fault = () => null;
  await api.hint('focus');
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Changed meanwhile');
  expect(server.count(/projects\/push$/)).toBe(asked + 1);
});

test('another person signs in: their own replica opens, and the first one stays for its owner', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  await api.run('project.create', { title: 'Of the first' });
  await synced(api);
  server.user = { ...server.user, id: 'u2', name: 'Second' };
  server.collections.clear();
  expect(await api.open({ refresh: true })).toMatchObject({ userId: 'u2' });
  await until(api, { kind: 'count', collection: 'projects' }, (n) => n === 0);
});

const databases = async (indexedDB: IDBFactory): Promise<string[]> =>
  (await indexedDB.databases()).map((d) => d.name!).filter((name) => !name.endsWith('satchel-accounts'));

test('signing out with unsynced work needs a confirmation, then erases even without the server', async () => {
  const line = new Line(() => suite.server);
  const device = await suite.device({ fetch: line.fetch });
  await synced(device.api);
  line.cut = true;
  await device.api.run('project.create', { title: 'Only here' });
  await expect(device.api.logout({ force: false })).rejects.toMatchObject({ code: 'DEVICE_HAS_UNSENT' });
  await device.api.logout({ force: true });
  expect(await databases(device.indexedDB)).toEqual([]);
  await until(device.api, { kind: 'account' }, (account) => account === null);
  // the session could not be ended: it is not used any more, and ends at the next contact
  expect(await device.api.open({ refresh: true })).toBeNull();
  line.cut = false;
  suite.server.calls['POST /api/organization/user/logout'] = () => {
    suite.server.fault = (r) =>
      r.path.includes('/user/my') || r.path.includes('refresh') ? { error: 'USER_NOT_LOGIN' } : null;
    return Response.json({ success: true, data: {} });
  };
  expect(await device.api.open({ refresh: true })).toBeNull();
  expect(suite.server.count(/user\/logout$/)).toBe(1);
});

test('a revoked device erases itself', async () => {
  const device = await suite.device();
  await device.api.run('project.create', { title: 'Secret' });
  await synced(device.api);
  suite.server.fault = () => failure('SESSION_REVOKED', { wipe: true });
  await device.api.run('project.create', { title: 'Another' });
  await until(device.api, { kind: 'account' }, (account) => account === null);
  await eventually(async () => (await databases(device.indexedDB)).length === 0, 'nothing is left');
});

test('a removal from a company erases its copy only, whichever company is open; errors and older servers erase nothing', async () => {
  const { server } = suite;
  const { api, indexedDB } = await suite.device();
  const of = async (companyId: string): Promise<boolean> =>
    (await databases(indexedDB)).some((name) => new RegExp(`-${companyId}-u1(-|$)`).test(name));
  await api.run('project.create', { title: 'Of company one' });
  await synced(api);
  await api.switchCompany('c2');
  await synced(api);
  server.fault = (r) => (r.path.endsWith('/projects/push') ? 'network' : null);
  const { id } = await api.run('project.create', { title: 'Not sent yet' });
  // an older server, then one that answers with errors
  await api.open({ refresh: true });
  server.fault = () => ({ error: 'NO_PERMISSION' });
  await api.open({ refresh: true });
  expect([await of('c1'), await of('c2')]).toEqual([true, true]);
  // removed while another company is open
  server.fault = (r) => (r.path.endsWith('/projects/push') ? 'network' : null);
  server.user = { ...server.user, memberOf: ['c2', 'c3'] };
  await api.open({ refresh: true });
  await eventually(async () => !(await of('c1')), 'the copy is erased');
  expect(await of('c2')).toBe(true);
  await until(api, { kind: 'status' }, (s) => s.waiting.documents === 1);
  // invited again, and removed while it is open: the server has moved the session to the other company
  server.user = { ...server.user, memberOf: ['c1', 'c2'] };
  await api.switchCompany('c1');
  await until(api, { kind: 'status' }, (s) => s.waiting.documents === 0);
  expect(await of('c1')).toBe(true);
  await synced(api);
  server.fault = (r) =>
    r.path.includes('/sync/') && r.headers.get('x-satchel-account') === 'c1/u1' ? { error: 'COMPANY_MISMATCH' } : null;
  server.user = { ...server.user, companyId: 'c2', memberOf: ['c2'] };
  server.poke(['projects']);
  await eventually(async () => {
    await api.hint('focus');
    return !(await of('c1'));
  }, 'the copy is erased');
  await until(api, { kind: 'account' }, (account) => account?.companyId === 'c2');
  await synced(api);
  expect(server.doc('projects', id)?.['title']).toBe('Not sent yet');
});

test('a revoked event on the stream erases the device, and an interrupted erasure continues at the next start', async () => {
  const device = await suite.device();
  await device.api.run('project.create', { title: 'Secret' });
  await synced(device.api);
  await eventually(() => suite.server.count(/sync\/stream$/) > 0, 'the stream is open');
  // a session ended by a password change: nothing is erased, unsent work included
  const pulls = suite.server.count(/projects\/pull$/);
  suite.server.send('revoked', { wipe: false });
  suite.server.poke(['projects']);
  await eventually(() => suite.server.count(/projects\/pull$/) > pulls, 'it receives later events');
  await device.api.run('project.create', { title: 'Still here' });
  await synced(device.api);
  suite.server.send('revoked', { wipe: true });
  suite.server.fault = () => ({ error: 'USER_NOT_LOGIN' });
  await until(device.api, { kind: 'account' }, (account) => account === null);
  await device.kill();
  const again = await suite.again(device);
  await eventually(async () => (await databases(again.indexedDB)).length === 0, 'nothing is left');
});

test('when the leading tab closes, the other takes over and sends pending work', async () => {
  const { server } = suite;
  const first = await suite.device({ multiInstance: true });
  await synced(first.api);
  const second = engineDevice({
    fetch: (i, o) => server.fetch(i, o),
    multiInstance: true,
    locks: first.locks,
    disk: { indexedDB: first.indexedDB, prefix: first.prefix },
    openChannel: first.openChannel,
  });
  suite.devices.push(second);
  await second.api.open({ refresh: false });
  await until(second.api, { kind: 'status' }, (s) => !s.leader && s.connection.state === 'online');
  await first.api.setPaused(true);
  const { id } = await second.api.run('project.create', { title: 'From the second tab' });
  await until(first.api, { kind: 'one', collection: 'projects', id }, (p) => p?.title === 'From the second tab');
  await until(second.api, { kind: 'status' }, (s) => s.connection.state === 'paused');
  await second.api.setPaused(false);
  await until(first.api, { kind: 'status' }, (s) => s.connection.state === 'online');
  await first.close();
  await until(second.api, { kind: 'status' }, (s) => s.leader);
  const { id: later } = await second.api.run('project.create', { title: 'After the takeover' });
  await synced(second.api);
  expect(server.doc('projects', id)).not.toBeNull();
  expect(server.doc('projects', later)).not.toBeNull();
});

test('no store uses RxDB’s default conflict handler, which drops edits', async () => {
  const device = await suite.device();
  const workspace = (
    device.api as unknown as { workspace$: { value: { sources: { replica: { database: RxDatabase } } } } }
  ).workspace$.value;
  for (const collection of Object.values(workspace.sources.replica.database.collections)) {
    const mine = {
      key: 'projects/x',
      docKind: 'projects' as const,
      id: 'x',
      rev: '2-aaaaaa',
      _deleted: false,
      waits: true,
      title: 'Mine',
      updatedAt: 2,
    };
    const handler = collection.conflictHandler as unknown as typeof conflictHandler;
    const resolved = await handler.resolve(
      {
        newDocumentState: mine,
        realMasterState: { ...mine, rev: '2-bbbbbb', title: 'Theirs', updatedAt: 1 },
        assumedMasterState: { ...mine, rev: '1-aaaaaa', title: 'Base' },
      },
      '',
    );
    expect(resolved, collection.name).toMatchObject({ key: 'projects/x', docKind: 'projects', title: 'Mine' });
    expect(handler.isEqual(mine, { ...mine, abilities: ['update'] } as never, '')).toBe(false);
  }
});
