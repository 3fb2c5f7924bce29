/** Signing in on a slow line: the form works before its scripts have arrived, and keeps what was typed when they do. */
import { expect, test } from '@playwright/test';
import { createDevice } from '../support/device';
import { createSatchel } from '../support/satchel';
import { emailOf, PASSWORD, text } from '../support/steps';

test('what is typed before the scripts arrive is kept, and signs in', async () => {
  const satchel = await createSatchel();
  const device = createDevice();
  try {
    await satchel.start();
    const page = await device.open();
    let arrive = (): void => {};
    const line = new Promise<void>((resolve) => { arrive = resolve; });
    await page.route(/\/assets\/.*\.js$/, async (route) => { await line; await route.continue(); });
    await page.goto(`${satchel.url}/auth/login`, { waitUntil: 'commit' });
    const email = page.locator('input[name=email]');
    await email.fill(emailOf('emma'));
    arrive();
    // The script is there once the language can be switched by it.
    await expect.poll(() => page.evaluate(() => Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react')))).toBe(true);
    await page.locator('input[name=password]').fill(PASSWORD);
    await expect(email).toHaveValue(emailOf('emma'));
    await page.getByRole('button', { name: text('auth', 'signIn') }).click();
    await page.waitForURL('**/search');
  } finally {
    await device.dispose();
    await satchel.dispose();
  }
});
