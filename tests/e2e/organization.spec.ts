/**
 * The departments of a company: made, moved by keyboard and by dragging, kept while they are needed; people put into them; and what the
 * company looks like. In Japanese, with axe. How the company comes into being and people come to it is walked in company.spec.ts.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { findings, scrollsSideways } from '../support/axe';
import { enter, foundCompany } from '../support/company-steps';
import { createDevice, type Device } from '../support/device';
import { createSatchel, type Satchel } from '../support/satchel';
import { text } from '../support/steps';

const say = (key: string, params: Record<string, string | number> = {}, ns = 'admin'): string => text(ns, key, params, 'ja');
const COMPANY = { name: '灯り製作所', owner: { name: '高橋 直子', email: 'naoko@akari.example', password: 'Akari-lamp-1' }, language: 'ja' };

let satchel: Satchel;
let laptop: Device;
let owner: Page;

test.beforeAll(async () => {
  satchel = await createSatchel();
  laptop = createDevice({ locale: 'ja-JP' });
  [, owner] = await Promise.all([satchel.start(), laptop.open()]);
});
test.afterAll(async () => {
  await laptop.dispose();
  await satchel.dispose();
});

async function accessible(page: Page): Promise<void> {
  expect(await findings(page, new URL(page.url()).pathname)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
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

test('departments are made, moved by keyboard and by dragging, and kept while they are needed', async () => {
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
