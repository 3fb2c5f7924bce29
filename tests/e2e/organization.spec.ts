/**
 * Parts of a company's console that require a browser: dragging a department, and axe on its dialogs. In Japanese. The
 * rest is in tests/component/organization.test.tsx.
 */
import type { Locator, Page } from '@playwright/test';
import { findings, scrollsSideways } from '../support/axe';
import { newCompany } from '../support/company';
import { enter } from '../support/company-steps';
import { expect, test } from '../support/e2e';
import { linkTo } from '../support/mailbox-steps';
import { PASSWORD, text } from '../support/steps';

const say = (key: string, params: Record<string, string | number> = {}, ns = 'admin'): string =>
  text(ns, key, params, 'ja');
const COMPANY = { name: '灯り製作所', owner: '高橋 直子', language: 'ja' } as const;

async function accessible(page: Page): Promise<void> {
  expect(await findings(page, new URL(page.url()).pathname)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
const done = (page: Page, key: string): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: say(key) })).toBeVisible();

async function makeDepartment(owner: Page, name: string): Promise<void> {
  await owner
    .getByRole('link', { name: say('organization.create.action') })
    .first()
    .click();
  await dialog(owner).getByLabel(say('organization.field.name')).fill(name);
  const parent = dialog(owner).getByLabel(say('organization.field.parent'));
  if (await parent.count()) await parent.selectOption({ label: say('organization.top', { company: COMPANY.name }) });
  await dialog(owner)
    .getByRole('button', { name: say('organization.create.submit') })
    .click();
}

test('a department is moved by dragging; dialogs of the console are accessible', async ({ satchel, openPage }) => {
  const { owner: person } = await newCompany(satchel, COMPANY);
  const owner = await openPage({ locale: 'ja-JP' });
  await enter(owner, satchel, { email: person.email, password: PASSWORD }, 'ja', '/admin/organization');
  await expect(owner.getByText(say('organization.noneTitle'))).toBeVisible();
  await accessible(owner);
  for (const name of ['製造', 'ガラス']) {
    await makeDepartment(owner, name);
    await done(owner, 'organization.done.created');
    await expect(dialog(owner)).toBeHidden();
  }
  const tree = owner.getByRole('treegrid', { name: say('organization.departments') });
  const row = (name: string): Locator => tree.getByRole('row', { name, exact: true });
  await row('ガラス').dragTo(row('製造'));
  await expect(row('ガラス')).toHaveAttribute('aria-level', '2');

  // the form shows its errors
  await makeDepartment(owner, '');
  await expect(dialog(owner).getByLabel(say('organization.field.name'))).toHaveAttribute('aria-invalid', 'true');
  await accessible(owner);
  await owner.goto(`${satchel.url}/admin/organization?dialog=company`);
  await dialog(owner)
    .getByLabel(say('organization.logo.title'), { exact: true })
    .setInputFiles('public/icons/icon-192.png');
  await expect(dialog(owner).getByRole('img', { name: say('organization.logo.preview') })).toBeVisible();
  await accessible(owner);

  await owner.goto(`${satchel.url}/admin/settings`);
  const retention = owner.getByRole('region', { name: say('settings.retention.title'), exact: true });
  await retention.getByRole('radio', { name: say('settings.retention.180') }).check();
  await retention.getByRole('button').click();
  await expect(
    retention.getByText(say('settings.retention.confirmTitle', { period: say('settings.retention.180') })),
  ).toBeVisible();
  await accessible(owner);
});

test('the form of a new password is accessible', async ({ satchel, openPage }) => {
  const {
    owner: { email },
  } = await newCompany(satchel, COMPANY);
  const owner = await openPage({ locale: 'ja-JP' });
  await owner.goto(`${satchel.url}/auth/forgot-password`);
  await owner.getByLabel(say('email', {}, 'account')).fill(email);
  await owner.getByRole('button', { name: say('forgot.submit', {}, 'account') }).click();
  await expect(owner.getByText(say('forgot.sentTitle', {}, 'account'))).toBeVisible();
  await owner.goto(await linkTo(satchel.dataDir, email, '/verify/retrieve-password'));
  await expect(owner.getByLabel(say('newPassword', {}, 'account'))).toBeVisible();
  await accessible(owner);
});
