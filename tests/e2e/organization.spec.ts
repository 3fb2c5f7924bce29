/**
 * A company from its first day: registered and activated, departments made and moved, people invited by mail and by link, a join request
 * approved, the new member signed in, somebody removed. In Japanese; wide, and where people are on the way at 390 px; with axe.
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { foundCompany, enter } from '../support/company-steps';
import { createDevice, type Device } from '../support/device';
import { linkTo } from '../support/mailbox-steps';
import { createSatchel, type Satchel } from '../support/satchel';
import { text } from '../support/steps';

const say = (key: string, params: Record<string, string | number> = {}, ns = 'admin'): string => text(ns, key, params, 'ja');
const COMPANY = { name: '灯り製作所', owner: { name: '高橋 直子', email: 'naoko@akari.example', password: 'Akari-lamp-1' }, language: 'ja' };
const INVITED = { name: '森 健太', email: 'kenta@akari.example', password: 'Akari-lamp-2' };
const APPLIED = { name: '小林 葵', email: 'aoi@akari.example', password: 'Akari-lamp-3' };
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

// one company's days, one after the other
test.describe.configure({ mode: 'serial' });

let satchel: Satchel;
let laptop: Device;
/** a second person's browser, without the first one's cookies */
let phone: Device;
let owner: Page;
let other: Page;

test.beforeAll(async () => {
  satchel = await createSatchel();
  [laptop, phone] = [createDevice({ locale: 'ja-JP' }), createDevice({ locale: 'ja-JP', viewport: NARROW })];
  [, owner, other] = await Promise.all([satchel.start(), laptop.open(), phone.open()]);
});
test.afterAll(async () => {
  await Promise.all([laptop.dispose(), phone.dispose()]);
  await satchel.dispose();
});

async function accessible(page: Page): Promise<void> {
  // what is asked anew is paler until it is there
  await expect(page.locator('main[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => Promise.all(document.getAnimations().filter((a) => a.effect?.getComputedTiming().iterations === 1).map((a) => a.finished.catch(() => undefined))));
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map((v) => `${page.url()}: ${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
const done = (page: Page, key: string): Promise<void> => expect(page.getByRole('status').filter({ hasText: say(key) })).toBeVisible();

async function makeDepartment(name: string, fields: { code?: string; parent?: string } = {}): Promise<void> {
  await owner.getByRole('link', { name: say('organization.create.action') }).first().click();
  await dialog(owner).getByLabel(say('organization.field.name')).fill(name);
  if (fields.code) await dialog(owner).getByLabel(say('organization.field.code')).fill(fields.code);
  if (fields.parent !== undefined) await dialog(owner).getByLabel(say('organization.field.parent')).selectOption({ label: fields.parent });
  await dialog(owner).getByRole('button', { name: say('organization.create.submit') }).click();
}

test('a company is founded, and its departments are made, moved by keyboard and by dragging, and kept while they are needed', async () => {
  await foundCompany(owner, satchel, COMPANY);
  await enter(owner, satchel, COMPANY.owner, 'ja', '/admin/organization');
  await expect(owner.getByText(say('organization.noneTitle'))).toBeVisible();
  await accessible(owner);

  await makeDepartment('製造', { code: '12345678901' });
  await expect(dialog(owner).getByText(say('organization.say.codeLength'))).toBeVisible();
  await accessible(owner);
  await dialog(owner).getByLabel(say('organization.field.code')).fill('MADE');
  await dialog(owner).getByRole('button', { name: say('organization.create.submit') }).click();
  await done(owner, 'organization.done.created');
  await makeDepartment('ガラス', { parent: say('organization.top', { company: COMPANY.name }) });
  await done(owner, 'organization.done.created');
  await makeDepartment('営業', { code: 'MADE', parent: say('organization.top', { company: COMPANY.name }) });
  await expect(dialog(owner).getByText(say('DEPARTMENT_CODE_DUPLICATED', {}, 'errors'))).toBeVisible();
  await dialog(owner).getByLabel(say('organization.field.code')).fill('');
  await dialog(owner).getByRole('button', { name: say('organization.create.submit') }).click();
  await expect(dialog(owner)).toBeHidden();

  const tree = owner.getByRole('treegrid', { name: say('organization.departments') });
  const row = (name: string): Locator => tree.getByRole('row', { name, exact: true });
  const choose = async (name: string): Promise<void> => {
    await row(name).click();
    await expect(owner.getByRole('heading', { name, level: 2 })).toBeVisible();
  };
  await expect(row('営業')).toBeVisible();
  // by dragging, and back by keyboard with the dialog
  await row('ガラス').dragTo(row('製造'));
  await expect(row('ガラス')).toHaveAttribute('aria-level', '2');
  await choose('ガラス');
  await owner.getByRole('link', { name: say('organization.move.action') }).press('Enter');
  await expect(dialog(owner).getByLabel(say('organization.field.parent'))).toBeFocused();
  await dialog(owner).getByLabel(say('organization.field.parent')).selectOption({ label: '営業' });
  await owner.keyboard.press('Enter');
  await dialog(owner).getByRole('button', { name: say('organization.move.submit') }).press('Enter');
  await done(owner, 'organization.done.moved');
  await expect(row('ガラス')).toHaveAttribute('aria-level', '2');
  // what others are in is not deleted
  await choose('営業');
  await owner.getByRole('link', { name: say('organization.delete.action') }).click();
  await expect(dialog(owner).getByText(say('organization.delete.hasChild', { count: 1 }))).toBeVisible();
  await owner.keyboard.press('Escape');
  await expect(dialog(owner)).toBeHidden();
  await expect(owner.getByRole('link', { name: say('organization.delete.action') })).toBeFocused();

  // the owner into a department, from those in none
  await owner.getByRole('link', { name: say('organization.unassigned') }).click();
  await expect(owner.getByRole('heading', { name: say('organization.unassigned'), level: 2 })).toBeVisible();
  await owner.getByRole('checkbox', { name: say('employees.select', { name: COMPANY.owner.name }) }).check();
  await owner.getByRole('button', { name: say('employees.put.action') }).click();
  await dialog(owner).getByLabel(say('employees.column.department')).selectOption({ label: '製造' });
  await dialog(owner).getByRole('button', { name: say('employees.put.submit') }).click();
  await done(owner, 'organization.done.put');

  // what the company looks like: a picture by its content only
  await owner.getByRole('link', { name: say('organization.company.action'), exact: true }).first().click();
  const logo = dialog(owner).getByLabel(say('organization.logo.title'), { exact: true });
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a no picture') });
  await dialog(owner).getByRole('button', { name: say('organization.logo.submit') }).click();
  await expect(dialog(owner).getByText(say('IMAGE_NOT_VALID', {}, 'errors'))).toBeVisible();
  await logo.setInputFiles('public/icons/icon-192.png');
  await expect(dialog(owner).getByRole('img', { name: say('organization.logo.preview') })).toBeVisible();
  await dialog(owner).getByRole('button', { name: say('organization.logo.submit') }).click();
  await expect(dialog(owner).getByText(say('organization.logo.done'))).toBeVisible();
  await dialog(owner).getByLabel(say('organization.field.description')).fill('灯りを作る会社');
  await accessible(owner);
  await dialog(owner).getByRole('button', { name: say('organization.edit.submit') }).click();
  await done(owner, 'organization.done.company');
});

test('people come by mail and by link; who asks is approved into a department and works there', async () => {
  await owner.goto(`${satchel.url}/admin/employees`);
  await expect(owner.getByText(say('employees.aloneTitle'))).toBeVisible();
  await owner.getByRole('link', { name: say('employees.invite.action'), exact: true }).first().click();
  const form = dialog(owner);
  // before its scripts have loaded the form is sent by the browser itself: the page that comes says the same
  const account = await form.locator('input[name=account]').inputValue();
  const plain = await owner.request.post(owner.url(), { form: { account, intent: 'invite', email: 'kenta', name: INVITED.name } });
  expect(await plain.text()).toContain(say('emailInvalid', {}, 'auth'));
  await form.getByRole('button', { name: say('employees.invite.submit') }).click();
  await expect(form.getByText(say('emailRequired', {}, 'auth'))).toBeVisible();
  await form.getByLabel(say('employees.column.email')).fill(INVITED.email);
  await form.getByLabel(say('employees.column.name')).fill(INVITED.name);
  await form.getByLabel(say('employees.invite.department')).selectOption({ label: '営業 / ガラス' });
  await form.getByRole('button', { name: say('employees.invite.submit') }).click();
  await expect(form.getByText(say('employees.invite.done', { email: INVITED.email }))).toBeVisible();
  await form.getByLabel(say('employees.column.email')).fill(COMPANY.owner.email);
  await form.getByLabel(say('employees.column.name')).fill(COMPANY.owner.name);
  await form.getByRole('button', { name: say('employees.invite.submit') }).click();
  await expect(form.getByText(say('USER_ALREADY_IN_COMPANY', {}, 'errors'))).toBeVisible();
  await form.getByRole('link', { name: say('employees.invite.link') }).click();
  await form.getByRole('button', { name: say('employees.link.make') }).click();
  const link = form.getByRole('textbox', { name: say('employees.invite.link') });
  await expect(link).toHaveValue(/\/invite\//);
  await accessible(owner);
  await owner.keyboard.press('Escape');
  await expect(owner.getByRole('row', { name: new RegExp(INVITED.name) }).getByText(say('employees.status.pending')).filter({ visible: true })).toBeVisible();
  await accessible(owner);

  // by mail: accepted with a password of one's own
  await other.goto(await linkTo(satchel.dataDir, INVITED.email, '/verify/invite-user'));
  await other.getByLabel(say('newPassword', {}, 'account')).fill(INVITED.password);
  await other.getByLabel(say('confirmPassword', {}, 'account')).fill(INVITED.password);
  await other.getByRole('button', { name: say('invited.accept', {}, 'account') }).click();
  await other.waitForURL((at) => at.pathname === '/search');
  await other.context().clearCookies();

  // by link: asked, address confirmed, decided
  await owner.goto(`${satchel.url}/admin/employees?dialog=link`);
  await other.goto(await link.inputValue());
  await other.getByLabel(say('yourName', {}, 'account')).fill(APPLIED.name);
  await other.getByLabel(say('workEmail', {}, 'account')).fill(APPLIED.email);
  await other.getByLabel(say('password', {}, 'account'), { exact: true }).fill(APPLIED.password);
  await other.getByLabel(say('confirmPassword', {}, 'account')).fill(APPLIED.password);
  await other.getByLabel(say('memo', {}, 'account')).fill('展示会でお会いしました。');
  await other.getByRole('button', { name: say('join.submit', {}, 'account') }).click();
  await other.goto(await linkTo(satchel.dataDir, APPLIED.email, '/user/company/applyVerify'));
  await other.getByRole('button', { name: say('apply.submit', {}, 'account') }).click();
  await expect(other.getByText(say('join.waitingTitle', {}, 'account'))).toBeVisible();

  // the mail to the owner opens this very request; narrow, as one reads mail
  await owner.setViewportSize(NARROW);
  await owner.goto(await linkTo(satchel.dataDir, COMPANY.owner.email, '/admin/employees'));
  await expect(dialog(owner).getByText('展示会でお会いしました。')).toBeVisible();
  await accessible(owner);
  await dialog(owner).getByRole('button', { name: say('employees.requests.approve') }).click();
  await expect(dialog(owner).getByText(say('organization.say.departmentRequired'))).toBeVisible();
  await dialog(owner).getByLabel(say('employees.column.department')).selectOption({ label: '製造' });
  await dialog(owner).getByRole('button', { name: say('employees.requests.approve') }).click();
  await done(owner, 'employees.done.approved');
  await enter(other, satchel, APPLIED, 'ja');
  await other.goto(`${satchel.url}/admin/employees`);
  await expect(other.getByRole('heading', { name: say('noAccess.title', {}, 'auth') })).toBeVisible();

  await owner.getByRole('link', { name: new RegExp(say('employees.directory')) }).click();
  await expect(owner.getByText(APPLIED.email).filter({ visible: true })).toBeVisible();
  await accessible(owner);
  await owner.setViewportSize(WIDE);
  await owner.getByRole('searchbox', { name: say('employees.search') }).fill('aoi@');
  await expect(owner.getByRole('link', { name: INVITED.name })).toBeHidden();
  await owner.getByRole('link', { name: APPLIED.name }).click();
  await dialog(owner).getByRole('button', { name: say('employees.member.setAdmin') }).click();
  await expect(dialog(owner).getByText(say('employees.member.done.setAdmin'))).toBeVisible();
  await other.goto(`${satchel.url}/admin/employees`);
  await expect(other.getByRole('heading', { name: say('employees.title'), level: 1 })).toBeVisible();
});

// Further steps of this company (the transfer of its ownership, a network that is locked out and let in again) go here, as tests of their
// own: `owner` and `other` are signed in, `other` (APPLIED) is an administrator.

test('who is removed is told by name what becomes of their work, and is out', async () => {
  await owner.goto(`${satchel.url}/admin/employees`);
  await owner.getByRole('link', { name: INVITED.name }).click();
  await dialog(owner).getByRole('link', { name: say('employees.remove.action') }).click();
  await expect(dialog(owner).getByText(say('employees.remove.work', { owner: COMPANY.owner.name }))).toBeVisible();
  await accessible(owner);
  await dialog(owner).getByRole('button', { name: say('employees.remove.submit', { name: INVITED.name }) }).click();
  await done(owner, 'employees.done.removed');
  await expect(owner.getByRole('link', { name: INVITED.name })).toBeHidden();
  await owner.getByRole('link', { name: COMPANY.owner.name }).click();
  await expect(dialog(owner).getByText(say('employees.member.ownerStays'))).toBeVisible();
});

