/**
 * A whole server on an embedded database, with the demo company, whose data a test backs up and restores; and devices
 * that outlive a restart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { identityCalls } from '../../server/organization/identity/contract';
import { listBackups, type Backup } from '../../server/platform/backups/folders';
import { restoreBackup } from '../../server/platform/backups/restore-backup';
import { createDatabaseFolder } from '../../server/platform/database/pglite-files';
import { afterRestore } from '../../server/restored';
import { createClient } from '../../sync/protocol/client';
import { cookieFetch } from './cookie-fetch';
import { migratedTemplate } from './database';
import { engineDevice, type DeviceSetup, type EngineDevice } from './engine-device';
import { startProcess, type ServerFixtureProcess } from './server-fixture-process';

const ORIGIN = 'http://satchel.test';
const ENV = { PUBLIC_ORIGIN: ORIGIN };

/** A browser with its own session, whose network can be cut. */
export interface RestorableDevice extends EngineDevice {
  cut: boolean;
  signIn(): Promise<void>;
  /** The process ends and starts again, on the same disk and network. */
  restart(): Promise<void>;
}

export interface RestorableServer {
  process: ServerFixtureProcess;
  dataDir: string;
  backup(): Promise<Backup>;
  /** Stops the server, restores the backup with the command, and starts the server. All people must sign in again. */
  restore(backup: Backup): Promise<void>;
  device(person: (typeof DEMO_ACCOUNTS)[number]['key'], setup?: Partial<DeviceSetup>): Promise<RestorableDevice>;
  close(): Promise<void>;
}

export async function startRestorable(): Promise<RestorableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-restorable-'));
  await createDatabaseFolder(join(dataDir, 'database'), await migratedTemplate(), false);
  const devices: RestorableDevice[] = [];
  let process: ServerFixtureProcess | null = await startProcess(dataDir, ENV);
  const current = (): ServerFixtureProcess => process!;
  return {
    get process() {
      return current();
    },
    dataDir,
    async backup() {
      await current().opened.backups!.runIfDue();
      return listBackups(join(dataDir, 'backups'))[0]!;
    },
    async restore(backup) {
      await current().close();
      process = null;
      const now = Date.now();
      await restoreBackup({ dataDir }, backup, now, pino({ level: 'silent' }), (database) =>
        afterRestore(database, { now, backupAt: backup.at }),
      );
      process = await startProcess(dataDir, ENV);
    },
    async device(person, setup = {}) {
      const account = DEMO_ACCOUNTS.find(({ key }) => key === person)!;
      const browser = cookieFetch(ORIGIN);
      const there = (input: string): string => input.replace(ORIGIN, current().url);
      const device: RestorableDevice = Object.assign(
        engineDevice({
          origin: ORIGIN,
          ...setup,
          fetch: async (input, init) => {
            if (device.cut || !process) throw new TypeError('fetch failed');
            return browser(there(input), init);
          },
        }),
        {
          cut: false,
          signIn: async () => {
            const call = createClient({ origin: ORIGIN, fetch: (input, init) => browser(there(input), init) });
            await call(identityCalls.login, { email: account.email, password: account.password });
          },
          restart: async () => {
            await device.kill();
            Object.assign(device, device.reopen());
            await device.api.open({ refresh: false });
          },
        },
      );
      devices.push(device);
      await device.signIn();
      await device.api.open({ refresh: true });
      return device;
    },
    async close() {
      for (const device of devices) await device.close();
      await process?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
