/**
 * The offline lease ends during a recording: the screen is covered immediately, the recording continues until the
 * person ends it, and all of it reaches the server after the device was unlocked.
 */
import type { Page } from '@playwright/test';
import { createFaultyServer, setWorker, type FaultyServer } from '../support/faulty-server';
import { expect, test } from '../support/e2e';
import { audioOnServer, bar, pressRecord, recordingRows, secondsOf, shownNow } from '../support/recorder-steps';
import { decodeMp3 } from '../support/sound';
import { text, waitUntilSent } from '../support/steps';

const PIN = '480273';
const DAY_MS = 86_400_000;

let faulty: FaultyServer;
test.beforeAll(async ({ satchel, browser }) => {
  faulty = await createFaultyServer({ satchel, browser });
});
test.afterAll(() => faulty?.close());

const lockScreen = (page: Page, state: string) => page.locator(`[data-lock-screen="${state}"]`);

test('a recording outlives the lease of its device', async () => {
  const { page, url, proxy } = faulty;
  const required = await page.evaluate(async () => {
    const my = (await (await fetch('/api/organization/user/my')).json()) as {
      data: { userCompany: { companyId: string } };
    };
    const body = JSON.stringify({ deviceLock: 'required', leaseHours: 24 });
    return (
      await fetch(`/api/organization/company/${my.data.userCompany.companyId}/setting`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    ).status;
  });
  expect(required).toBe(200);
  await page.goto(`${url}/meeting-notes`);
  await expect(lockScreen(page, 'setUp')).toBeVisible();
  await page.getByLabel(text('lock', 'setUp.pin'), { exact: true }).fill(PIN);
  await page.getByLabel(text('lock', 'setUp.again')).fill(PIN);
  await page.getByRole('button', { name: text('lock', 'setUp.submit') }).click();
  await expect(page.locator('[data-lock-screen]')).toHaveCount(0);
  await waitUntilSent(page);

  await pressRecord(page);
  await expect.poll(async () => (await shownNow(page)).safeMs).toBeGreaterThanOrEqual(3_000);
  proxy.become('cut');
  await setWorker(page, { ahead: DAY_MS + 3_600_000 });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(lockScreen(page, 'leaseEnded')).toBeVisible();
  await expect(bar(page, 'recording')).toBeHidden();
  const running = page.locator('[data-lock-recording]');
  await expect(running).toBeVisible();
  // recording continues under the cover
  const clock = running.getByRole('timer');
  const seconds = async (): Promise<number> => secondsOf(await clock.innerText());
  const covered = await seconds();
  await expect.poll(seconds).toBeGreaterThanOrEqual(covered + 3);
  await page.evaluate(() => {
    (globalThis as { before?: true }).before = true;
  });
  await running.getByRole('button', { name: text('lock', 'stopRecording') }).click();
  // the key is released, and the page no longer has the content it showed; the recording waits
  await page.waitForFunction(() => !('before' in globalThis));
  await expect(lockScreen(page, 'leaseEnded')).toBeVisible();
  await expect(running).toHaveCount(0);
  await expect(page.locator('[data-lock-waits]')).toContainText(text('lock', 'recordings', { count: 1 }));

  proxy.become('ok');
  await page.getByRole('button', { name: text('lock', 'lease.retry') }).click();
  await expect(lockScreen(page, 'locked')).toBeVisible();
  await page.getByLabel(text('lock', 'pin'), { exact: true }).fill(PIN);
  await page.getByRole('button', { name: text('lock', 'unlock'), exact: true }).click();
  await expect(page.locator('[data-lock-screen]')).toHaveCount(0);
  await waitUntilSent(page);
  await expect.poll(() => recordingRows(page)).toMatchObject([{ transfer: 'onServer' }]);
  const [recording] = await recordingRows(page);
  const { samples, rate } = await decodeMp3(await audioOnServer(page, url, recording!.id));
  expect(samples.length / rate).toBeGreaterThanOrEqual(covered + 3);
});
