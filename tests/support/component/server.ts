/**
 * The one server of a process of component tests, on an embedded database, with the demo company and companies of
 * tests.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts';
import { createDatabaseFolder } from '../../../server/platform/database/pglite-files';
import { migratedTemplate } from '../database';
import { eventually } from '../engine-device';
import { startLocalServer } from '../local-server';
import { startProcess, type ServerFixtureProcess } from '../server-fixture-process';
import { clientsFile, ThirdParty } from '../third-party';
import { createBuild } from './build';
import { PATIENCE_MS } from '../patience';
import { ORIGIN } from './window';

export interface TestServer {
  process: ServerFixtureProcess;
  url: string;
  build: ServerBuild;
  /** a website on this machine that the operator allows for links; its pages by path */
  intranet: { origin: string; pages: Map<string, string> };
  /** the link in the newest message to an address, once it has arrived; `about`: part of the link */
  linkTo(email: string, about?: string): Promise<string>;
  /** links of all messages to an address so far, newest first */
  linksTo(email: string): Promise<string[]>;
}
/** Another company's app, registered by the operator. */
export const THIRD_PARTY = new ThirdParty('rooms-1', 'https://rooms.example/back', [
  'organization.read',
  'projects.list',
]);
declare global {
  var componentServer: Promise<TestServer> | undefined;
}

export interface Person {
  email: string;
  password: string;
  name: string;
}
export const demoPerson = (key: (typeof DEMO_ACCOUNTS)[number]['key']): Person =>
  DEMO_ACCOUNTS.find((each) => each.key === key)!;

async function start(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-component-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(dataDir, { recursive: true });
  await createDatabaseFolder(join(dataDir, 'database'), await migratedTemplate(), false);
  const build = await createBuild();
  const pages = new Map<string, string>();
  const { origin, port } = await startLocalServer((request, response) => {
    const body = pages.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  const fixture = await startProcess(
    dataDir,
    {
      PUBLIC_ORIGIN: ORIGIN,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      OAUTH_CLIENTS_FILE: clientsFile(dataDir, [THIRD_PARTY]),
      // scripted providers listen on loopback
      AI_PRIVATE_ADDRESSES: 'true',
      LINK_PRIVATE_HOSTS: `127.0.0.1:${port}`,
    },
    () => Promise.resolve(build),
  );
  const linksTo = async (email: string): Promise<string[]> =>
    (await fixture.opened.mailbox!.list())
      .filter((mail) => mail.to === email)
      .flatMap((mail) => /https?:\/\/\S+/.exec(mail.text)?.[0] ?? []);
  return {
    process: fixture,
    url: fixture.url,
    build,
    intranet: { origin, pages },
    linksTo,
    async linkTo(email, about = '') {
      let link: string | undefined;
      await eventually(
        async () => (link = (await linksTo(email)).find((each) => each.includes(about))) !== undefined,
        `a message to ${email}${about && ` about ${about}`}`,
        PATIENCE_MS,
      );
      return link!;
    },
  };
}

/** Started with the first test of the process; ends with it. */
export const theServer = (): Promise<TestServer> => (globalThis.componentServer ??= start());
