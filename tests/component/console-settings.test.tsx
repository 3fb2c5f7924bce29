/** Settings of a company by its owner, their effect on members, and the confirmed transfer of ownership. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { memberCalls } from '../../server/organization/members/contract';
import { foundCompany, join, newPerson, PASSWORD, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer, type Person } from '../support/component/server';

const NEW_PASSWORD = 'Lantern-9-light';
const admin = newPerson('高橋 直子');
let company: Company;
let adminId: string;
beforeAll(async () => {
  company = await foundCompany('Harbour Lamps');
  adminId = await join(company, admin);
  await company.call(memberCalls.setAdmin, { userId: adminId });
});

const say = (page: Page, key: string, params: Record<string, string | number> = {}, ns = 'admin'): string =>
  page.text(ns, key, params);
const section = (page: Page, key: string): HTMLElement =>
  page.getByRole('region', { name: say(page, `settings.${key}.title`) });
const field = (name: string) => (): HTMLInputElement =>
  document.querySelector<HTMLInputElement>(`input[name=${name}]`)!;

async function signInWithForm(page: Page, person: Person, password = person.password): Promise<void> {
  await page.fill(field('email'), person.email);
  await page.fill(field('password'), password);
  await page.press(() => page.getByRole('button', { name: page.text('auth', 'signIn') }));
}

async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.fill(field('oldPassword'), from);
  await page.fill(field('newPassword'), to);
  await page.fill(field('confirmPassword'), to);
  await page.press(() => document.querySelector<HTMLElement>('button[type=submit]')!);
}

test('settings explain their effect before saving, and apply to everybody', async () => {
  const { url } = await theServer();
  const owner = await openPage({ path: '/auth/login?redirect=/admin/settings' });
  await signInWithForm(owner, company.owner);
  await owner.at('/admin/settings');

  // the dialog names the documents to be deleted before saving, and can be cancelled
  const retention = () => within(section(owner, 'retention'));
  await owner.press(() => retention().getByRole('radio', { name: say(owner, 'settings.retention.180') }));
  await owner.press(() => retention().getByRole('button'));
  await until(() =>
    retention().getByText(
      say(owner, 'settings.retention.confirmTitle', { period: say(owner, 'settings.retention.180') }),
    ),
  );
  await owner.press(() => retention().getByRole('link', { name: say(owner, 'settings.cancel') }));
  await until(() =>
    expect(
      retention().getByRole<HTMLInputElement>('radio', { name: say(owner, 'settings.retention.forever') }).checked,
    ).toBe(true),
  );

  // everybody must change the password, including the administrator
  const passwords = () => within(section(owner, 'passwords'));
  await owner.press(() => passwords().getByRole('checkbox'));
  await owner.press(() => passwords().getByRole('button'));
  await owner.findByText(say(owner, 'update.textRequired', {}, 'account'));
  await changePassword(owner, PASSWORD, NEW_PASSWORD);
  company.owner.password = NEW_PASSWORD;
  await until(() => expect(passwords().getByRole<HTMLInputElement>('checkbox').checked).toBe(true));

  // the sign-in of another administrator leads to the change of the password; without it the workspace opens with a
  // banner, and the console does not open
  const device = new Device(url, ['ja']);
  device.choose('ja');
  const other = await openPage({ device, path: '/auth/login?redirect=/admin/audit', language: 'ja' });
  await signInWithForm(other, admin);
  await other.findByText(say(other, 'update.textRequired', {}, 'account'));
  await other.press(() => other.getByRole('link', { name: say(other, 'update.later', {}, 'account') }));
  await other.findByText(say(other, 'banner.password', {}, 'shell'));
  await other.goTo('/admin/audit');
  await other.at(/^\/auth\/update-password/);
  await changePassword(other, PASSWORD, NEW_PASSWORD);
  admin.password = NEW_PASSWORD;
  await other.at('/admin/audit');
  await until(() => expect(document.querySelector('[data-audit="company.setting"]')).not.toBeNull());
});

test('ownership moves only after a confirmation, and the former owner loses the console immediately', async () => {
  const page = await openPage({ person: company.owner, path: '/admin/settings' });
  const transfer = () => within(section(page, 'owner'));
  await page.press(() => transfer().getByRole('button'));
  await until(() => transfer().getByText(say(page, 'settings.owner.chooseNeeded')));
  await transfer().findByText(say(page, 'settings.owner.confirmNeeded'));
  await page.user.selectOptions(transfer().getByRole('combobox'), adminId);
  await page.press(() => transfer().getByRole('button'));
  await until(() => expect(transfer().queryByText(say(page, 'settings.owner.chooseNeeded'))).toBeNull());
  await transfer().findByText(say(page, 'settings.owner.confirmNeeded'));
  expect(transfer().getByRole<HTMLSelectElement>('combobox').value).toBe(adminId);
  await page.press(() => transfer().getByRole('checkbox'));
  await page.press(() => transfer().getByRole('button'));
  await page.findByRole('heading', { name: page.text('account', 'transferred.title') });
  await page.goTo('/admin/settings');
  await page.findByRole('heading', { name: page.text('auth', 'noAccess.title') });

  const next = await openPage({ person: admin, path: '/admin/audit', language: 'ja' });
  await until(() => expect(document.querySelector('[data-audit="company.ownerTransferred"]')).not.toBeNull());
  await next.goTo('/admin/settings');
  await until(() => section(next, 'owner'));
});
