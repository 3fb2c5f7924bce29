/**
 * What the owner of a company decides, and what it means to the others: a shorter retention says what goes and when, a duty to change the
 * password leads there and closes the console until it is done. (It is handed over in company.spec.ts.)
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { findings } from '../support/axe';
import { createDevice } from '../support/device';
import { createSatchel } from '../support/satchel';
import { emailOf, fillSignIn, PASSWORD, text } from '../support/steps';

const NEW_PASSWORD = 'Lantern-9-light';
const say = (key: string, params: Record<string, string | number> = {}, ns = 'admin', language = 'en'): string => text(ns, key, params, language);
const section = (page: Page, key: string): Locator => page.getByRole('region', { name: say(`settings.${key}.title`), exact: true });

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.locator('input[name=oldPassword]').fill(from);
  await page.locator('input[name=newPassword]').fill(to);
  await page.locator('input[name=confirmPassword]').fill(to);
  await page.locator('button[type=submit]').click();
}

test('settings say what they do before it counts, and hold for everybody', async () => {
  const satchel = await createSatchel();
  const [laptop, phone] = [createDevice(), createDevice({ locale: 'ja-JP', viewport: { width: 390, height: 844 } })];
  try {
    const [, owner, admin] = await Promise.all([satchel.start(), laptop.open(), phone.open()]);
    await owner.goto(`${satchel.url}/auth/login?redirect=/admin/settings`);
    await fillSignIn(owner, emailOf('emma'));

    // what would go is said before it counts, and it can be left at that
    const retention = section(owner, 'retention');
    await retention.getByRole('radio', { name: say('settings.retention.180') }).check();
    await retention.getByRole('button').click();
    await expect(retention.getByText(say('settings.retention.confirmTitle', { period: say('settings.retention.180') }))).toBeVisible();
    expect(await findings(owner, 'console, what a shorter retention takes')).toEqual([]);
    await retention.getByRole('link', { name: say('settings.cancel') }).click();
    await expect(retention.getByRole('radio', { name: say('settings.retention.forever') })).toBeChecked();

    // everybody must change the password, who asked for it first
    await section(owner, 'passwords').getByRole('checkbox').check();
    await section(owner, 'passwords').getByRole('button').click();
    await expect(owner.getByText(say('update.textRequired', {}, 'account'))).toBeVisible();
    await changePassword(owner, PASSWORD, NEW_PASSWORD);
    await expect(section(owner, 'passwords').getByRole('checkbox')).toBeChecked();

    // an administrator on the way: the sign-in leads to it, the workspace is there meanwhile and says so, the console is not
    await admin.context().addCookies([{ name: 'lang', value: 'ja', url: satchel.url }]);
    await admin.goto(`${satchel.url}/auth/login?redirect=/admin/audit`);
    await admin.locator('input[name=email]').fill(emailOf('misaki'));
    await admin.locator('input[name=password]').fill(PASSWORD);
    await admin.locator('button[type=submit]').click();
    await expect(admin.getByText(say('update.textRequired', {}, 'account', 'ja'))).toBeVisible();
    await admin.getByRole('link', { name: say('update.later', {}, 'account', 'ja') }).click();
    await expect(admin.getByText(say('banner.password', {}, 'shell', 'ja'))).toBeVisible();
    await admin.goto(`${satchel.url}/admin/audit`);
    await changePassword(admin, PASSWORD, NEW_PASSWORD);
    await expect(admin.locator('[data-audit="company.setting"]')).toBeVisible();
  } finally {
    await Promise.all([laptop.dispose(), phone.dispose()]);
    await satchel.dispose();
  }
});
