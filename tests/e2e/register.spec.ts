/** A company comes into being: registered in three steps, activated by the mail that was sent, its owner signed in. Narrow and in Japanese, with axe. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { createDevice } from '../support/device';
import { createSatchel } from '../support/satchel';
import { text, waitForShell } from '../support/steps';

const say = (ns: string, key: string, params: Record<string, string | number> = {}): string => text(ns, key, params, 'ja');

/** The link of the newest message to an address. */
async function linkTo(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, 'mail');
  const newest = (): { text: string } | undefined => {
    const names = readdirSync(folder, { withFileTypes: true }).map((entry) => entry.name).filter((name) => /^\d.*\.json$/.test(name)).sort().reverse();
    return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string; text: string }).find((mail) => mail.to === email);
  };
  await expect.poll(() => { try { return newest() !== undefined; } catch { return false; } }).toBe(true);
  return /http:\/\/\S+/.exec(newest()!.text)![0];
}

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
    await page.getByLabel(say('account', 'companyName')).fill('灯り製作所');
    await page.getByLabel(say('account', 'role')).selectOption({ label: '経営' });
    await page.getByRole('button', { name: say('account', 'continue') }).click();

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
    await page.goto(await linkTo(satchel.dataDir, 'naoko@akari.example'));
    await page.getByRole('button', { name: say('account', 'activate.submit') }).click();
    await expect(page.getByRole('heading', { name: say('account', 'ready.title') })).toBeVisible();
    await accessible(page);
    await page.getByRole('link', { name: say('account', 'toSignIn') }).click();
    await page.getByLabel(say('auth', 'email')).fill('naoko@akari.example');
    await page.getByLabel(say('auth', 'password')).fill('Akari-lamp-1');
    await page.getByRole('button', { name: say('auth', 'signIn') }).click();
    await page.waitForURL(`${satchel.url}/search`);
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
