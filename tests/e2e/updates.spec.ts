/** A later build replaces the one that an open page uses, during a recording. */
import { expect, test, type Page } from '@playwright/test';
import type { LocalRecording } from '../../sync/engine/storage/device-rows';
import { createDeployment, type Deployment } from '../support/deployment';
import { createDevice, type Device } from '../support/device';
import { bar, SPOKEN, startRecording, unreportedMs } from '../support/recorder-steps';
import { createSatchel, type Satchel } from '../support/satchel';
import {
  createProject,
  emailOf,
  open,
  paragraphs,
  signIn,
  text,
  waitForEditor,
  waitUntilKept,
  waitUntilSent,
  writeNote,
} from '../support/steps';

let deployment: Deployment;
let satchel: Satchel;
let device: Device;

test.beforeAll(async () => {
  deployment = createDeployment();
  satchel = await createSatchel({}, deployment.folder);
  await satchel.start();
  device = createDevice({ microphone: SPOKEN });
});
test.afterAll(async () => {
  await device?.dispose();
  await satchel?.dispose();
  deployment?.dispose();
});

const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as { build?: string }).build ?? 'first');

/** The page's build, and the state of the next one: shown with a failure. */
const buildState = (page: Page): Promise<string> =>
  page
    .evaluate(async () => {
      const { installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
      const next = installing ? `, the next one ${installing.state}` : waiting ? `, the next one ${waiting.state}` : '';
      return `${(globalThis as { build?: string }).build ?? 'first'}${next}`;
    })
    .catch(() => 'between two pages');

/** The recording's own row: times and gaps are in clear. */
const recordingOf = (page: Page): Promise<Pick<LocalRecording, 'capturedMs' | 'wallMs' | 'gaps' | 'transfer'> | null> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('satchel-device-'))!.name!;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const r = indexedDB.open(name);
      r.onsuccess = () => resolve(r.result);
      r.onerror = () => reject(r.error!);
    });
    try {
      return await new Promise((resolve, reject) => {
        const r = database.transaction('recordings').objectStore('recordings').getAll();
        r.onsuccess = () => resolve((r.result as never[])[0] ?? null);
        r.onerror = () => reject(r.error!);
      });
    } finally {
      database.close();
    }
  });

test('a recording continues during the deployment of a later build: nothing fails, the update waits for its end, and no data is lost', async () => {
  const page = await device.open();
  await signIn(page, satchel.url, emailOf('emma'));
  const projectId = await createProject(page, satchel.url, 'Before the update');
  const path = await writeNote(page, satchel.url, projectId, 'Typed before', ['In the first build.']);
  await waitUntilSent(page);
  await startRecording(page, satchel.url);

  await satchel.stop();
  // a cold start of the first build without a server, in a separate tab
  const cold = await device.context.newPage();
  await open(cold, satchel.url, path);
  await waitForEditor(cold);
  expect(await buildOf(cold)).toBe('first');
  // files of the build come from the cache without starting the service worker
  expect(
    await cold.evaluate(() => [
      ...new Set(
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/assets/'))
          .map((entry) => (entry as { workerFinalSourceType?: string }).workerFinalSourceType),
      ),
    ]),
  ).toEqual(['cache']);
  expect(await paragraphs(cold)).toEqual(['In the first build.']);
  await cold.close();
  deployment.replace('second');
  await satchel.start();

  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  const banner = page.getByRole('status').filter({ hasText: text('shell', 'update.title') });
  await expect(banner).toBeVisible();
  const update = banner.getByRole('button', { name: text('shell', 'update.now') });
  await expect(update).toBeDisabled();
  await expect(banner).toContainText(text('shell', 'busy.recording'));

  // screens whose modules were not loaded yet, and are missing on the server
  for (const to of ['/settings?section=storage', '/conflicts', '/outbox', '/my-base/project']) {
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, to);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar(page, 'recording')).toBeVisible();
  }
  expect(await buildOf(page)).toBe('first');
  await expect.poll(async () => (await recordingOf(page))?.capturedMs ?? 0).toBeGreaterThan(12_000);
  await page
    .getByRole('button', { name: text('recorder', 'stop') })
    .first()
    .click();
  await expect(bar(page, 'recording')).toHaveCount(0);
  const made = (await recordingOf(page))!;
  expect(Math.abs(unreportedMs(made))).toBeLessThan(2_000);

  await expect(update).toBeEnabled();
  // calls do not start the service worker: its successor would wait for it
  expect(
    await page.evaluate(async () => {
      const entry = new Promise<PerformanceEntry>((resolve) => {
        new PerformanceObserver((list) => {
          const found = list.getEntries().find(({ name }) => name.endsWith('?static-routing'));
          if (found) resolve(found);
        }).observe({ entryTypes: ['resource'] });
      });
      await (await fetch('/api/organization/user/my?static-routing')).text();
      return ((await entry) as { workerFinalSourceType?: string }).workerFinalSourceType;
    }),
  ).toBe('network');
  await update.click();
  await expect.poll(() => buildState(page)).toBe('second');
  await expect(page.locator('.frame')).toBeVisible();
  await open(page, satchel.url, path);
  await waitForEditor(page);
  expect(await paragraphs(page)).toEqual(['In the first build.']);
  await page.keyboard.press('End');
  await waitUntilKept(page);
  await waitUntilSent(page);
  await expect.poll(async () => (await recordingOf(page))?.transfer).toBe('onServer');

  await satchel.stop();
  await device.close();
  const later = await device.open();
  await open(later, satchel.url, path);
  await waitForEditor(later);
  expect(await buildOf(later)).toBe('second');
  expect(await paragraphs(later)).toEqual(['In the first build.']);
});
