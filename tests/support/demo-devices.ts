/** Devices of people of the demo company on a server process of their own; their network can be cut. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { identityCalls } from '../../server/organization/identity/contract';
import { createClient, type Call } from '../../sync/protocol/client';
import { cookieFetch } from './cookie-fetch';
import type { Fetch } from '../../sync/engine/storage/environment';
import type { KindName } from '../../sync/model/kinds';
import { engineDevice, synced, until, type EngineDevice } from './engine-device';
import { startServerProcess, type ServerProcess } from './server-process';

export interface DemoDevice {
  api: EngineDevice['api'];
  userId: string;
  companyId: string;
  /** a call of the person to the server, with the device's session */
  call: Call;
  /** with the device's session, even while its network is cut */
  fetch: Fetch;
  /** the browser: its disk, and its end */
  browser: EngineDevice;
  offline(): Promise<void>;
  /** resolves when everything is sent and received; `api`: that of a restarted browser */
  online(api?: EngineDevice['api']): Promise<void>;
}

/**
 * Starts the server for the tests of a file. Returns a function that opens a device of a person, by their key.
 * `collections`: the kinds of the devices
 */
export function demoDevices(collections?: KindName[]): (key: string) => Promise<DemoDevice> {
  let server: ServerProcess;
  const folder = mkdtempSync(join(tmpdir(), 'satchel-devices-'));
  const devices: EngineDevice[] = [];
  beforeAll(async () => {
    server = await startServerProcess({
      DATA_DIR: folder,
      SATCHEL_SECRET: 'a secret for tests, long enough to be one',
    });
  });
  afterAll(async () => {
    for (const device of devices) await device.close();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });
  return async (key) => {
    const account = DEMO_ACCOUNTS.find((each) => each.key === key)!;
    const fetch = cookieFetch(server.url);
    const call = createClient({ origin: server.url, fetch });
    await call(identityCalls.login, {
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
      ...(collections ? { collections } : {}),
    });
    devices.push(device);
    const { api } = device;
    await api.open({ refresh: true });
    await synced(api);
    const { userId, companyId } = (await until(api, { kind: 'account' }, (signedIn) => signedIn !== null))!;
    return {
      api,
      userId,
      companyId,
      call,
      fetch,
      browser: device,
      offline: async () => {
        line.cut = true;
        await api.hint('offline');
        await until(api, { kind: 'status' }, (s) => s.connection.state === 'offline');
      },
      online: async (started = api) => {
        line.cut = false;
        await started.hint('online');
        await synced(started);
      },
    };
  };
}
