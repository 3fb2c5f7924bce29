/** A browser whose databases were evicted while it was closed: the messages that the person sees. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Device } from '../support/device';
import { expect, test } from '../support/e2e';
import { createProject, open, signIn, syncStatus, text, waitUntilSent, writeNote } from '../support/steps';

/** Deletes all of IndexedDB, as an eviction does. Local storage and cookies stay. */
const evict = (device: Device): void => rmSync(join(device.profile, 'Default', 'IndexedDB'), { recursive: true });

test('the copy is lost but not the session: the loss is reported, and everything is pulled again', async ({
  company,
  line,
  newDevice,
}) => {
  const device = newDevice();
  let page = await device.open();
  await signIn(page, line.url, company.owner.email);
  const projectId = await createProject(page, line.url, 'Before the eviction');
  await waitUntilSent(page);
  line.become('cut');
  await writeNote(page, line.url, projectId, 'Never sent', ['Words in a tunnel.']);
  await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /Waiting$/);
  // the loss counter follows at most every quarter of a second
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(([key, value]) => {
      if (!key.startsWith('copy:')) return false;
      const { unsent } = JSON.parse(value as string) as { unsent: Record<string, number> };
      return unsent['documents']! > 0 && unsent['texts']! > 0;
    }),
  );
  await device.close();
  evict(device);

  line.become('ok');
  page = await device.open();
  await open(page, line.url, '/my-base/project');
  const banner = page.getByRole('alert').filter({ hasText: text('shell', 'loss.all') });
  await expect(banner).toBeVisible();
  await expect(page.locator('[data-loss]')).toHaveAttribute('data-loss', /^[1-9]$/);
  await expect(page.getByText('Before the eviction').first()).toBeVisible();
  await waitUntilSent(page);
  await banner.getByRole('button', { name: text('common', 'close') }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Before the eviction').first()).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('the documents are lost and there is no server: lists report a missing copy instead of being empty', async ({
  company,
  line,
  newDevice,
}) => {
  const device = newDevice();
  let page = await device.open();
  await signIn(page, line.url, company.owner.email);
  await open(page, line.url, '/my-base/project');
  await page.evaluate(async () => {
    const names = (await indexedDB.databases())
      .map(({ name = '' }) => name)
      .filter((name) => name.startsWith('rxdb-dexie'));
    sessionStorage.setItem('replica', JSON.stringify(names));
  });
  const names = JSON.parse(await page.evaluate(() => sessionStorage.getItem('replica')!)) as string[];
  // from a page of the origin that opens no database
  await page.goto(`${line.url}/manifest.webmanifest`);
  await page.evaluate(
    (all) =>
      Promise.all(
        all.map(
          (name) =>
            new Promise<void>((resolve, reject) => {
              const request = indexedDB.deleteDatabase(name);
              request.onsuccess = () => resolve();
              request.onerror = () => reject(request.error!);
            }),
        ),
      ),
    names,
  );
  await device.close();

  line.become('cut');
  page = await device.open();
  await open(page, line.url, '/my-base/project');
  await expect(page.locator('[data-not-here]')).toContainText(text('shell', 'firstSync.waitingTitle'));
  await expect(page.getByText(text('project', 'empty.all'))).toHaveCount(0);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: text('shell', 'loss.all') })
      .or(page.getByText(text('shell', 'loss.all')))
      .first(),
  ).toBeVisible();
  await open(page, line.url, '/meeting-notes');
  await expect(page.locator('[data-not-here]')).toBeVisible();

  line.become('ok');
  await waitUntilSent(page);
  await expect(page.locator('[data-not-here]')).toHaveCount(0);
});
