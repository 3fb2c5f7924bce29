/**
 * The departments of a company: creating, moving by keyboard, protection while in use; adding people; and the logo of
 * the company. In Japanese. Dragging and axe are tested in Chromium (organization.spec.ts).
 */
import { readFileSync } from 'node:fs';
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { foundCompany, newPerson } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';
import { text } from '../support/texts';

const say = (key: string, params: Record<string, string | number> = {}, ns = 'admin'): string =>
  text(ns, key, params, 'ja');
const COMPANY = '灯り製作所';
const owner = newPerson('高橋 直子');

test('departments are created, moved by keyboard, and protected while in use', async () => {
  const company = await foundCompany(COMPANY, 'ja', owner);
  const page: Page = await openPage({ person: company.owner, language: 'ja', path: '/admin/organization' });
  const dialog = () => within(page.getByRole('dialog'));
  const field = (key: string) => (): HTMLElement => dialog().getByLabelText(say(key), { exact: false });
  const choose = async (key: string, label: string): Promise<void> => {
    await page.user.selectOptions(await until(field(key)), label);
  };
  const submit = (key: string): Promise<void> => page.press(() => dialog().getByRole('button', { name: say(key) }));
  const closed = (): Promise<void> => until(() => expect(page.queryByRole('dialog')).toBeNull());
  const done = (key: string): Promise<void> =>
    until(() => expect(page.getAllByRole('status').some((each) => each.textContent?.includes(say(key)))).toBe(true));
  const make = async (name: string, code: string, parent?: string): Promise<void> => {
    await page.press(() => page.getAllByRole('link', { name: say('organization.create.action') })[0]!);
    await page.fill(field('organization.field.name'), name);
    if (code) await page.fill(field('organization.field.code'), code);
    if (parent) await choose('organization.field.parent', parent);
    await submit('organization.create.submit');
  };
  const top = say('organization.top', { company: COMPANY });
  await page.findByText(say('organization.noneTitle'));

  await make('製造', '12345678901');
  await until(() => dialog().getByText(say('organization.messages.codeLength')));
  expect((field('organization.field.name')() as HTMLInputElement).value).toBe('製造');
  await page.fill(field('organization.field.code'), 'MADE');
  await submit('organization.create.submit');
  await done('organization.done.created');
  await make('ガラス', '', top);
  await closed();
  await done('organization.done.created');
  await make('営業', 'MADE', top);
  await until(() => dialog().getByText(say('DEPARTMENT_CODE_DUPLICATED', {}, 'errors')));
  expect((field('organization.field.name')() as HTMLInputElement).value).toBe('営業');
  await page.fill(field('organization.field.code'), '');
  await submit('organization.create.submit');
  await closed();

  const row = (name: string): HTMLElement =>
    within(page.getByRole('treegrid', { name: say('organization.departments') })).getByRole('row', { name });
  const select = async (name: string): Promise<void> => {
    await page.press(() => row(name));
    await page.findByRole('heading', { name, level: 2 });
  };
  await until(() => row('営業'));
  expect(row('ガラス').getAttribute('aria-level')).toBe('1');
  await select('ガラス');
  const move = await page.findByRole('link', { name: say('organization.move.action') });
  move.focus();
  await page.user.keyboard('{Enter}');
  await until(() => expect(document.activeElement).toBe(field('organization.field.parent')()));
  await choose('organization.field.parent', '営業');
  await submit('organization.move.submit');
  await done('organization.done.moved');
  await until(() => expect(row('ガラス').getAttribute('aria-level')).toBe('2'));
  // a department with members cannot be deleted
  await select('営業');
  await page.press(() => page.getByRole('link', { name: say('organization.delete.action') }));
  await until(() => dialog().getByText(say('organization.delete.hasChild', { count: 1 })));
  expect(dialog().queryByRole('button', { name: say('organization.delete.action') })).toBeNull();
  await page.user.keyboard('{Escape}');
  await closed();
  expect(document.activeElement).toBe(page.getByRole('link', { name: say('organization.delete.action') }));

  // moves the owner from the people without a department into one
  await page.press(() => page.getByRole('link', { name: new RegExp(say('organization.unassigned')) }));
  await page.findByRole('heading', { name: say('organization.unassigned'), level: 2 });
  await page.press(() => page.getByRole('checkbox', { name: say('employees.select', { name: owner.name }) }));
  await page.press(() => page.getByRole('button', { name: say('employees.put.action') }));
  await choose('employees.column.department', '製造');
  await submit('employees.put.submit');
  await done('organization.done.put');

  // the logo of the company is validated by its content
  await page.press(() => page.getAllByRole('link', { name: say('organization.company.action') })[0]!);
  const logo = (): HTMLElement => dialog().getByLabelText(say('organization.logo.title'));
  await page.give(logo, new File(['GIF89a no picture'], 'logo.png', { type: 'image/png' }));
  await submit('organization.logo.submit');
  await until(() => dialog().getByText(say('IMAGE_NOT_VALID', {}, 'errors')));
  await page.give(logo, new File([readFileSync('public/icons/icon-192.png')], 'logo.png', { type: 'image/png' }));
  await until(() => dialog().getByRole('img', { name: say('organization.logo.preview') }));
  await submit('organization.logo.submit');
  await until(() => dialog().getByText(say('organization.logo.done')));
  await page.fill(field('organization.field.description'), '灯りを作る会社');
  await submit('organization.edit.submit');
  await done('organization.done.company');
});
