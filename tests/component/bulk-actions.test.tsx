/** Actions on many rows of a list: selection by checkbox and by keys, delete with undo, order. */
import { beforeAll, expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
let device: Device;
let projectId: string;
beforeAll(async () => {
  company = await foundCompany('House of many');
  device = new Device((await theServer()).url);
  projectId = (await company.call(projectCalls.create, { title: 'Many notes' })).id;
  for (const title of ['Cedar', 'Alder', 'Birch'])
    await company.call(noteCalls.save, { projectId, title, content: '' });
});

const rows = (page: Page): string[] =>
  [...page.getByRole('list', { name: page.text('project', 'tabs.notes') }).querySelectorAll('li a')].map(
    (link) => link.textContent ?? '',
  );
const key = (target: Element, name: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));

test('rows are selected by Space, Shift with arrows, Ctrl+A and Escape; the selected ones are deleted and restored', async () => {
  const page = await openPage({ device, person: company.owner, path: `/project/${projectId}` });
  await until(() => expect(rows(page)).toEqual(['Birch', 'Alder', 'Cedar']));
  const link = (n: number) =>
    page.getByRole('list', { name: page.text('project', 'tabs.notes') }).querySelectorAll('li a')[n]! as HTMLElement;
  const ticked = () => page.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked).length;
  link(0).focus();
  key(link(0), 'a', { ctrlKey: true });
  await until(() => expect(ticked()).toBe(3));
  key(link(0), 'Escape');
  await until(() => expect(ticked()).toBe(0));
  key(link(0), ' ');
  key(link(0), 'ArrowDown', { shiftKey: true });
  await until(() => expect(ticked()).toBe(2));
  expect(document.activeElement?.textContent).toBe('Alder');
  await page.press(() => page.getByRole('button', { name: page.text('project', 'bulk.delete') }));
  await page.press(() => [...page.getByRole('alertdialog').querySelectorAll('button')].at(-1)!);
  await until(() => expect(rows(page)).toEqual(['Cedar']));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'undo') }));
  await until(() => expect(rows(page).sort()).toEqual(['Alder', 'Birch', 'Cedar']));
  await page.sent();
});

test('sharing many says who gains access before it is saved', async () => {
  await join(company, newPerson('Rei Sato'));
  const page = await openPage({ device, person: company.owner, path: `/project/${projectId}` });
  await until(() => expect(rows(page)).toHaveLength(3));
  await until(() => expect(page.getAllByRole('checkbox')).toHaveLength(3));
  await page.press(() => page.getAllByRole('checkbox')[0]!);
  await page.press(() => page.getAllByRole('checkbox')[1]!);
  await page.press(() => page.getByRole('button', { name: page.text('project', 'bulk.share') }));
  // no range is chosen for the person
  await until(() =>
    expect(page.getByRole<HTMLButtonElement>('button', { name: page.text('common', 'save') }).disabled).toBe(true),
  );
  await page.press(() => page.getByRole('dialog').querySelector('button[aria-haspopup="listbox"]')!);
  await page.press(() => page.getByRole('option', { name: new RegExp(page.text('project', 'bulk.range.team')) }));
  await until(() => page.getByText('1 person gains access to some of these items'));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'save') }));
  await until(() => page.getByText(page.text('project', 'bulk.shared_other', { count: 2 })));
  await page.sent();
});
