/** Restoring on real devices of two people, one of them offline half of the time: no word is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { identityCalls } from '../../server/organization/identity/contract';
import { createClient } from '../../sync/protocol/client';
import { cookieFetch } from '../support/cookie-fetch';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../support/engine-device';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { typed } from '../support/typing';

let server: ServerProcess;
const folder = mkdtempSync(join(tmpdir(), 'satchel-trash-'));
const devices: EngineDevice[] = [];
beforeAll(async () => {
  server = await startServerProcess({ DATA_DIR: folder, SATCHEL_SECRET: 'a secret for tests, long enough to be one' });
}, 120_000);
afterAll(async () => {
  for (const device of devices) await device.close();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A device of a person of the demo, whose network can be cut. */
async function deviceOf(key: string) {
  const account = DEMO_ACCOUNTS.find((each) => each.key === key)!;
  const fetch = cookieFetch(server.url);
  await createClient({ origin: server.url, fetch })(identityCalls.login, {
    email: account.email,
    password: account.password,
  });
  const line = { cut: false };
  const device = engineDevice({
    fetch: async (input, init) => {
      if (line.cut) throw new TypeError('fetch failed');
      return fetch(input, init);
    },
    origin: server.url,
  });
  devices.push(device);
  await device.api.open({ refresh: true });
  await synced(device.api);
  return {
    api: device.api,
    offline: async () => {
      line.cut = true;
      await device.api.hint('offline');
      await until(device.api, { kind: 'status' }, (s) => s.connection.state === 'offline');
    },
    online: async () => {
      line.cut = false;
      await device.api.hint('online');
      await synced(device.api);
    },
  };
}

it('a project restored from the trash comes back with what another person wrote in it meanwhile', async () => {
  const emma = await deviceOf('emma');
  const { id: projectId } = await emma.api.run('project.create', { title: 'Deleted and restored' });
  await emma.api.run('project.share', { id: projectId, shareRange: 'company', userIds: [], departmentIds: [] });
  const jihoon = await deviceOf('jihoon');
  const jihoonId = (await until(jihoon.api, { kind: 'account' }, (account) => account !== null))!.userId;
  await emma.api.run('project.contributors', { id: projectId, userIds: [jihoonId], departmentIds: [] });
  await synced(emma.api);
  await until(jihoon.api, { kind: 'one', collection: 'projects', id: projectId }, (p) => p?.abilities.length === 3);
  const { id: noteId } = await jihoon.api.run('note.create', { projectId, title: 'Minutes' });
  await synced(jihoon.api);
  await until(emma.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note !== null);

  await jihoon.offline();
  const text = await jihoon.api.openText(noteId, () => {});
  await text.append(typed(text.state, 'written on the train').update);
  await text.close();
  await emma.api.run('project.delete', { id: projectId });
  await synced(emma.api);
  await emma.offline();
  // the server has the deletion: the restore waits
  expect((await emma.api.run('document.restore', { collection: 'projects', id: projectId })).state).toBe('queued');
  await emma.online();
  await until(emma.api, { kind: 'one', collection: 'notes', id: noteId }, (note) => note?.title === 'Minutes');
  await jihoon.online();
  await eventually(
    async () => (await emma.api.textOf(noteId, 'text')).includes('written on the train'),
    'Emma reads what Jihoon wrote',
  );
  await until(jihoon.api, { kind: 'one', collection: 'projects', id: projectId }, (p) => p !== null);
  await until(jihoon.api, { kind: 'status' }, (s) => s.attention === 0 && s.waiting.documents === 0);
});
