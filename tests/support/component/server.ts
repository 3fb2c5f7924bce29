/** The one server of a process of component tests, on an embedded database, with the demo company and companies that tests make. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts';
import { createDatabaseFolder } from '../../../server/platform/database/pglite-files';
import { migratedTemplate } from '../database';
import { eventually } from '../engine-device';
import { startProcess, type HouseProcess } from '../house-process';
import { createBuild } from './build';
import { ORIGIN } from './window';

export interface TestServer {
  process: HouseProcess;
  url: string;
  build: ServerBuild;
  /** the link of the newest message to an address, once it is there; `about`: a part of it */
  linkTo(email: string, about?: string): Promise<string>;
}
declare global { var componentServer: Promise<TestServer> | undefined }

export interface Person { email: string; password: string; name: string }
export const demoPerson = (key: (typeof DEMO_ACCOUNTS)[number]['key']): Person => DEMO_ACCOUNTS.find((each) => each.key === key)!;

async function start(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-component-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(dataDir, { recursive: true });
  await createDatabaseFolder(join(dataDir, 'database'), await migratedTemplate(), false);
  const build = await createBuild();
  const house = await startProcess(dataDir, { PUBLIC_ORIGIN: ORIGIN, TRUSTED_PROXIES: '127.0.0.1,::1' }, () => Promise.resolve(build));
  return {
    process: house, url: house.url, build,
    async linkTo(email, about = '') {
      let link: string | undefined;
      await eventually(async () => {
        const mails = (await house.opened.mailbox!.list()).filter((mail) => mail.to === email);
        link = mails.map((mail) => /https?:\/\/\S+/.exec(mail.text)?.[0]).find((each) => each?.includes(about));
        return link !== undefined;
      }, `a message to ${email}${about && ` about ${about}`}`);
      return link!;
    },
  };
}

/** Started with the first test of the process; it ends with it. */
export const theServer = (): Promise<TestServer> => (globalThis.componentServer ??= start());
