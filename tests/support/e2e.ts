/**
 * The fixtures of end-to-end tests. One process of the test runner has one server and one Chromium for all of its files; a
 * test has its own company, browser profiles and proxies. A test that stops or breaks its server, or kills its browser,
 * starts its own (`createSatchel`, `createDevice`).
 *
 *   worker   satchel ── transcriber, thirdParty     browser
 *               │                                      │
 *   test     company   line (proxy)                 openPage ── one profile in memory each
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Browser, type Page } from '@playwright/test';
import { createBadProxy, type BadProxy } from './bad-proxy';
import { newCompany, type Company } from './company';
import { createDevice, openContext, type ContextOptions, type Device, type DeviceOptions } from './device';
import { TEST_PATIENCE_MS } from './patience';
import { createSatchel, type Satchel } from './satchel';
import { clientsFile, ThirdParty } from './third-party';
import { startLocalServer } from './local-server';
import { startTranscriptionServer, type TranscriptionServer } from './transcription-server';

interface WorkerFixtures {
  /** transcription server of `satchel`; a test sets its script */
  transcriber: TranscriptionServer;
  /** another company's app that may request access on `satchel` */
  thirdParty: ThirdParty;
  /** the server of this process, with the demo company; it is not stopped */
  satchel: Satchel;
}

interface TestFixtures {
  /** a new company on `satchel`, with an owner who uses English */
  company: Company;
  /** a proxy to `satchel` that fails on request */
  line: BadProxy;
  /** Opens a page in a new browser profile in memory, closed after the test. */
  openPage(options?: ContextOptions): Promise<Page>;
  /** A device with a profile on disk, deleted after the test; its browser is not open yet. */
  newDevice(options?: DeviceOptions): Device;
}

/** A proxy to a server; for a browser that uses it, its address is the site's address. */
export async function openLine(satchel: Satchel, options?: Parameters<typeof createBadProxy>[0]): Promise<BadProxy> {
  return Object.assign(await createBadProxy(options), { target: satchel.url });
}

/** For hooks of files whose tests share a browser profile. */
export const openShared = async (browser: Browser, options?: ContextOptions): Promise<Page> =>
  (await openContext(browser, options)).newPage();

export const test = base.extend<TestFixtures, WorkerFixtures>({
  transcriber: [
    async ({}, provide) => {
      const transcriber = await startTranscriptionServer();
      await provide(transcriber);
      await transcriber.close();
    },
    { scope: 'worker' },
  ],

  thirdParty: [
    async ({}, provide) => {
      const page = '<!doctype html><title>Rooms</title><h1>Rooms</h1>';
      const app = await startLocalServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      });
      await provide(new ThirdParty('rooms-1', `${app.origin}/back`, ['organization.read', 'projects.list']));
      await app.close();
    },
    { scope: 'worker' },
  ],

  satchel: [
    async ({ transcriber, thirdParty }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'satchel-e2e-settings-'));
      const satchel = await createSatchel({
        // without a public origin, the site's address is what its trusted proxies report: a test reaches it directly and
        // through its own proxies
        PUBLIC_ORIGIN: '',
        TRUSTED_PROXIES: '127.0.0.1,::1',
        TRANSCRIPTION_API_URL: transcriber.url,
        TRANSCRIPTION_MODEL: 'whisper-1',
        OAUTH_CLIENTS_FILE: clientsFile(folder, [thirdParty]),
      });
      await satchel.start();
      await provide(satchel);
      await satchel.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: TEST_PATIENCE_MS },
  ],

  company: async ({ satchel }, provide) => provide(await newCompany(satchel)),

  line: async ({ satchel }, provide) => {
    const line = await openLine(satchel);
    await provide(line);
    await line.close();
  },

  openPage: async ({ browser }, provide) => {
    const pages: Page[] = [];
    await provide(async (options) => {
      const page = await openShared(browser, options);
      pages.push(page);
      return page;
    });
    await Promise.all(pages.map((page) => page.context().close()));
  },

  newDevice: async ({}, provide) => {
    const devices: Device[] = [];
    await provide((options) => {
      const device = createDevice(options);
      devices.push(device);
      return device;
    });
    await Promise.all(devices.map((device) => device.dispose()));
  },
});

export { expect } from '@playwright/test';
