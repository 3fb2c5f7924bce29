/** The admin console on bad days: it opens from the device with what the server said last, and says so. */
import { expect, test } from '@playwright/test';
import { createDevice, type Device } from '../support/device';
import { createSatchel, type Satchel } from '../support/satchel';
import { emailOf, fillSignIn, text } from '../support/steps';

let satchel: Satchel;
const devices: Device[] = [];
test.beforeAll(async () => {
  satchel = await createSatchel();
  await satchel.start();
});
test.afterAll(async () => {
  for (const device of devices) await device.dispose();
  await satchel?.dispose();
});

test('a visitor signs in first, a member has no access, and an administrator reads on when the server is away', async () => {
  const member = createDevice();
  const admin = createDevice();
  devices.push(member, admin);
  const no = await member.open();
  await no.goto(`${satchel.url}/admin`);
  await fillSignIn(no, emailOf('ming'));
  await no.waitForURL((at) => at.pathname === '/no-access');
  await member.dispose();

  const page = await admin.open();
  await page.goto(`${satchel.url}/admin`);
  await fillSignIn(page, emailOf('emma'));
  await page.waitForURL((at) => at.pathname === '/admin/overview');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const active = page.getByRole('button', { name: text('admin', 'overview.stat.activeUserCount') });
  await page.getByRole('link', { name: text('admin', 'overview.range.year') }).click();
  await page.waitForURL(/range=year/);
  await expect(active).toContainText('2');
  await expect(page.locator('.frame')).toHaveAttribute('data-kept', 'overview?range=year');
  // its files are kept for whom it is open, all at once
  await expect.poll(() => page.evaluate(async () => (await Promise.all((await caches.keys()).filter((name) => name.startsWith('console-')).map(async (name) => (await (await caches.open(name)).keys()).length))).some(Boolean))).toBe(true);

  await satchel.stop();
  await page.goto(`${satchel.url}/admin/overview?range=year`);
  const stale = page.getByText(text('admin', 'frame.stale.text'));
  await expect(stale).toBeVisible();
  await expect(active).toContainText('2');
  await page.getByRole('button', { name: text('admin', 'overview.view.table'), exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(12);
  await page.getByRole('link', { name: text('admin', 'overview.range.day') }).click();
  await expect(page.getByRole('heading', { name: text('admin', 'overview.failed') })).toBeVisible();

  await satchel.start();
  await expect(page.getByRole('heading', { name: text('admin', 'overview.title') })).toBeVisible();
  await expect(stale).toBeHidden();
});
