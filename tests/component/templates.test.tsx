/** Summary templates and terminology in the settings: lists, editor, error texts, import and export, offline. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('House of templates');
});

const open = async (path: string): Promise<Page> => {
  const device = new Device((await theServer()).url);
  const page = await openPage({ device, person: company.owner, path });
  return page;
};
const button = (page: Page, ns: string, key: string) => () => page.getByRole('button', { name: page.text(ns, key) });

test('a built-in template is shown with its headings, copied, changed and deleted', async () => {
  const page = await open('/settings?section=templates');
  await until(() => page.getByRole('option', { name: /Weekly meeting/ }));
  expect(page.getAllByRole('option')).toHaveLength(24);
  await page.press(() => page.getByRole('option', { name: /Weekly meeting/ }));
  await until(() => page.getByRole('heading', { name: 'Numbers of the week' }));

  await page.press(button(page, 'templates', 'copy'));
  const editor = await page.dialog();
  const title = () => editor.getByLabelText(new RegExp(page.text('templates', 'editor.title'))) as HTMLInputElement;
  expect(title().value).toBe('Weekly meeting');
  await page.fill(title, '');
  await page.press(() => editor.getByRole('button', { name: page.text('common', 'save') }));
  await until(() => editor.getByText(page.text('templates', 'editor.titleFault.required')));
  await page.fill(title, 'x'.repeat(121));
  await until(() => editor.getByText(page.text('templates', 'editor.titleFault.tooLong', { max: 120 })));
  await page.fill(title, 'Our Monday');
  await page.press(() => editor.getByRole('button', { name: page.text('common', 'save') }));
  await until(() => expect(page.getAllByRole('option')).toHaveLength(25));

  await page.press(() => page.getByRole('option', { name: /Our Monday/ }));
  await page.press(button(page, 'common', 'delete'));
  const confirm = await page.dialog('alertdialog');
  await page.press(() => confirm.getByRole('button', { name: page.text('common', 'delete') }));
  await until(() => expect(page.getAllByRole('option')).toHaveLength(24));
});

test('terms are added, reported as duplicates, found and deleted in a dialog with its own address', async () => {
  const page = await open('/settings/terminology');
  const dialog = await page.dialog();
  await until(() => dialog.getByText(page.text('terminology', 'empty')));
  const add = async (term: string, reading = ''): Promise<void> => {
    await page.press(() => dialog.getByRole('button', { name: page.text('terminology', 'form.new') }));
    const field = (key: string) => () =>
      within(document.body).getByRole('textbox', { name: page.text('terminology', key) });
    await page.fill(field('form.term'), term);
    if (reading) await page.fill(field('form.reading'), reading);
    await page.press(() => within(document.body).getByRole('button', { name: page.text('common', 'save') }));
  };
  await add('桜井', 'さくらい');
  await until(() => dialog.getByText('桜井'));
  await add('サクライ');
  await until(() => within(document.body).getByText(page.text('terminology', 'form.duplicate', { term: '桜井' })));
  await page.press(() => within(document.body).getByRole('button', { name: page.text('common', 'cancel') }));
  await until(() => dialog.getByText(page.text('terminology', 'count_one', { count: 1 })));
  // one term exists, one is new, one is repeated within the file
  const csv = new File(['Term,Definition\nさくらい,\nLux,Unit\nlux,'], 'terms.csv', { type: 'text/csv' });
  await page.give(() => dialog.getByLabelText(page.text('terminology', 'csv.import')), csv);
  await until(() => dialog.getByText(page.text('terminology', 'count_other', { count: 2 })));
  await dialog.findByText('Unit');
  await page.fill(() => dialog.getByLabelText(page.text('terminology', 'search')), 'nothing');
  await until(() => dialog.getByText(page.text('project', 'search.none', { query: 'nothing' })));
});
