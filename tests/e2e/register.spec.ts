/** A company comes into being: registered in three steps, activated by the mail that was sent, its owner signed in. Narrow and in Japanese, with axe. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { activateCompany, enter, fillOrganization } from '../support/company-steps';
import { createDevice } from '../support/device';
import { linkTo } from '../support/mailbox-steps';
import { createSatchel } from '../support/satchel';
import { text, waitForShell } from '../support/steps';

const COMPANY = { name: '灯り製作所', owner: { name: '高橋 直子', email: 'naoko@akari.example', password: 'Akari-lamp-1' }, language: 'ja' };
const say = (ns: string, key: string, params: Record<string, string | number> = {}): string => text(ns, key, params, 'ja');

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([]);
}

test('a company is registered, activated by its mail, and its owner signs in', async () => {
  const satchel = await createSatchel();
  const phone = createDevice();
  try {
    await satchel.start();
    const page = await phone.open();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.context().addCookies([{ name: 'lang', value: 'ja', url: satchel.url }]);
    await page.goto(`${satchel.url}/auth/login`);
    await page.getByRole('link', { name: say('auth', 'register') }).click();

    // The organization.
    await page.getByRole('button', { name: say('account', 'continue') }).click();
    await expect(page.getByText(say('account', 'say.roleRequired'))).toBeVisible();
    await accessible(page);
    await fillOrganization(page, COMPANY);

    // Its administrator.
    await page.getByLabel(say('account', 'yourName')).fill('高橋 直子');
    await page.getByLabel(say('account', 'workEmail')).fill('naoko@akari.example');
    await page.getByLabel(say('account', 'password'), { exact: true }).fill('Akari-lamp-1');
    await page.getByLabel(say('account', 'confirmPassword')).fill('Akari-lamp-2');
    await page.getByRole('button', { name: say('account', 'register.submit') }).click();
    await expect(page.getByText(say('account', 'say.confirmMismatch'))).toBeVisible();
    await expect(page.getByText(say('account', 'say.termsRequired'))).toBeVisible();
    await accessible(page);
    await page.getByLabel(say('account', 'confirmPassword')).fill('Akari-lamp-1');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: say('account', 'register.submit') }).click();
    await expect(page.getByText(say('account', 'register.sentText', { email: 'naoko@akari.example' }))).toBeVisible();
    await accessible(page);

    // The mail.
    await activateCompany(page, satchel, COMPANY);
    const checklist = '/auth/verification-success';
    await expect(page.getByRole('link', { name: say('account', 'toSignIn') })).toHaveAttribute('href', `/auth/login?redirect=${encodeURIComponent(checklist)}`);

    // The checklist leads to each step, and fills.
    await enter(page, satchel, COMPANY.owner, 'ja', checklist);
    await expect(page.getByText(say('account', 'ready.done'))).toHaveCount(0);
    await accessible(page);
    await page.getByRole('link', { name: say('account', 'ready.configure.title') }).click();
    await page.getByRole('dialog').locator('[name=name]').fill('開発部');
    await page.getByRole('dialog').locator('[name=name]').press('Enter');
    await page.waitForURL(/done=created/);
    await page.goto(satchel.url + checklist);
    await expect(page.getByRole('listitem').filter({ hasText: say('account', 'ready.configure.title') })).toContainText(say('account', 'ready.done'));
    await page.getByRole('link', { name: say('account', 'ready.open') }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await waitForShell(page);
    await expect(page.getByRole('button', { name: /灯り製作所/ })).toBeVisible();
  } finally {
    await phone.dispose();
    await satchel.dispose();
  }
});

test('a forgotten password is set anew with the link of a mail, once', async () => {
  const satchel = await createSatchel();
  const laptop = createDevice();
  try {
    await satchel.start();
    const page = await laptop.open();
    await page.goto(`${satchel.url}/auth/forgot-password`);
    await page.getByLabel(text('account', 'email')).fill('emma@demo.satchel.example');
    await page.getByRole('button', { name: text('account', 'forgot.submit') }).click();
    await expect(page.getByText(text('account', 'forgot.sentTitle'))).toBeVisible();
    const link = await linkTo(satchel.dataDir, 'emma@demo.satchel.example');
    await page.goto(link);
    await page.getByLabel(text('account', 'newPassword')).fill('Changed-word-2');
    await page.getByLabel(text('account', 'confirmPassword')).fill('Changed-word-2');
    await accessible(page);
    await page.getByRole('button', { name: text('account', 'reset.submit') }).click();
    await expect(page.getByText(text('account', 'reset.doneTitle'))).toBeVisible();
    await page.goto(link);
    await expect(page.getByText(text('account', 'say.EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE'))).toBeVisible();
    await page.goto(`${satchel.url}/auth/login`);
    await page.getByLabel(text('auth', 'email')).fill('emma@demo.satchel.example');
    await page.getByLabel(text('auth', 'password')).fill('Changed-word-2');
    await page.getByRole('button', { name: text('auth', 'signIn') }).click();
    await page.waitForURL(`${satchel.url}/search`);
  } finally {
    await laptop.dispose();
    await satchel.dispose();
  }
});
