/**
 * Files of a project on screen: adding, refusals, taken names, renaming, moving, deleting, filters, zip files, preview,
 * read-only access.
 */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { LIMITS } from '../../sync/model/limits';
import { callsOf, foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { add, file, names, newDevice, notice, openFiles, row } from '../support/component/files-screen';
import { until, type Page } from '../support/component/page';
import { demoPerson } from '../support/component/server';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('House of papers');
});

const newProject = async (title: string): Promise<string> => (await company.call(projectCalls.create, { title })).id;
const choose = async (page: Page, name: string, entry: string) => {
  await page.press(() =>
    within(row(name)).getByRole('button', { name: page.text('files', 'menu.label', { title: name }) }),
  );
  await page.press(() => page.getByRole('menuitem', { name: entry }));
};

test('chosen files are in the table immediately, with type, size and the person who added them', async () => {
  const page = await openFiles(await newProject('Added'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('plan.txt', 'a'.repeat(1536)), file('photo.png', 'x', 'image/png'));
  await until(() => expect(names().sort()).toEqual(['photo.png', 'plan.txt']));
  expect(row('plan.txt').textContent).toContain('1.50 KB');
  expect(row('plan.txt').textContent).toContain(page.text('files', 'you'));
  expect(page.getByText(/2 files · /)).toBeTruthy();
});

test('a refused file is listed by its cleaned name with the accepted formats', async () => {
  const page = await openFiles(await newProject('Refused'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  // without cleaning, the override would display it as `invoiceexe.pdf`
  await add(page, file('invoice\u202efdp.exe', 'program'), file('empty.txt', ''));
  await until(() => expect(document.querySelectorAll('[data-adding]')).toHaveLength(2));
  expect(notice('invoicefdp.exe').textContent).toContain(page.text('errors', 'FILE_TYPE_NOT_SUPPORT'));
  expect(notice('invoicefdp.exe').textContent).toContain(page.text('files', 'adding.formats'));
  expect(notice('empty.txt').textContent).not.toContain(page.text('files', 'adding.formats'));
});

test('a notice shows that the content does not match the extension, until the file is renamed', async () => {
  const page = await openFiles(await newProject('Wrong names'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('letter.pdf', 'Only words.', 'application/pdf'));
  const told = page.text('files', 'detail.otherType', { content: 'TXT', named: 'PDF' });
  await until(() => expect(row('letter.pdf').textContent).toContain(told));
  await choose(page, 'letter.pdf', page.text('common', 'rename'));
  const name = () => page.getByRole('textbox', { name: page.text('common', 'name') });
  await page.fill(name, 'letter.txt');
  await page.press(() => within(page.getByRole('dialog')).getByRole('button', { name: page.text('common', 'rename') }));
  await until(() => expect(names()).toEqual(['letter.txt']));
  expect(row('letter.txt').textContent).not.toContain(told);
});

test('more files than the limit of a selection are added in batches', async () => {
  const page = await openFiles(await newProject('Many'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  const files = Array.from({ length: LIMITS.selectionFiles + 2 }, (_, i) => file(`page-${i}.txt`, `page ${i}`));
  await add(page, ...files);
  await until(() => expect(names()).toHaveLength(files.length));
});

test('a file with bytes that the project has is refused before the upload, with a link to the other file', async () => {
  const projectId = await newProject('Twice');
  const page = await openFiles(projectId, company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('first.txt', 'same'));
  await until(() => expect(names()).toEqual(['first.txt']));
  await add(page, file('second.txt', 'same'));
  await until(() => expect(notice('second.txt').textContent).toContain(page.text('files', 'adding.duplicate')));
  expect(names()).toEqual(['first.txt']);
  await page.press(() => within(notice('second.txt')).getByRole('link', { name: page.text('files', 'adding.show') }));
  await page.at(new RegExp(`item=${row('first.txt').dataset['rowId']}`));
  await until(() => expect(page.element('[data-item-sheet] h2')?.textContent).toBe('first.txt'));
});

test('a taken name offers a new version, or to keep both under different names', async () => {
  const page = await openFiles(await newProject('Names'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('plan.txt', 'one'));
  await until(() => expect(names()).toEqual(['plan.txt']));
  await add(page, file('plan.txt', 'two'));
  await until(() => expect(notice('plan.txt').dataset['adding']).toBe('sameName'));
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.keepBoth') }));
  await until(() => expect(names().sort()).toEqual(['plan (2).txt', 'plan.txt']));
  await until(() => expect(document.querySelector('[data-adding]')).toBeNull());
  // skipping it changes nothing
  await add(page, file('plan.txt', 'three'));
  await until(() => expect(notice('plan.txt').dataset['adding']).toBe('sameName'));
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.skip') }));
  await until(() => expect(document.querySelector('[data-adding]')).toBeNull());
  expect(names()).toHaveLength(2);
});

test.each([
  ['wrong.exe', file('wrong.exe'), 'FILE_TYPE_NOT_SUPPORT', {}],
  ['empty.txt', file('empty.txt', ''), 'FILE_CONTENT_EMPTY', {}],
  [
    'large.txt',
    file('large.txt', new Uint8Array(LIMITS.fileBytes + 1)),
    'FILE_MAX_LENGTH_EXCEEDED',
    { maxSize: LIMITS.fileBytes / 1024 / 1024 },
  ],
])('%s is refused by name with its reason, and the others are added', async (name, refused, code, params) => {
  const page = await openFiles(await newProject(`Refused ${name}`), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, refused, file('good.txt', 'good'));
  await until(() => expect(names()).toEqual(['good.txt']));
  await until(() => expect(notice(name).textContent).toContain(page.text('errors', code, params)));
  await page.press(() => within(notice(name)).getByRole('button', { name: page.text('common', 'close') }));
  await until(() => expect(document.querySelector('[data-adding]')).toBeNull());
});

test('a file is renamed, and moved with undo', async () => {
  const projectId = await newProject('From');
  await newProject('To');
  const page = await openFiles(projectId, company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('draft.txt', 'draft'));
  await until(() => expect(names()).toEqual(['draft.txt']));
  await choose(page, 'draft.txt', page.text('common', 'rename'));
  // the extension is kept if none is typed
  await page.fill(() => page.getByLabelText(page.text('common', 'name')), 'final');
  await page.press(() => within(page.getByRole('dialog')).getByRole('button', { name: page.text('common', 'rename') }));
  await until(() => expect(names()).toEqual(['final.txt']));
  await choose(page, 'final.txt', page.text('files', 'menu.move'));
  await until(async () => {
    if (!page.queryByRole('option', { name: 'To' }))
      await page.user.click(page.getByRole('dialog').querySelector('button[aria-haspopup="listbox"]')!);
    page.getByRole('option', { name: 'To' });
  });
  await page.press(() => page.getByRole('option', { name: 'To' }));
  await page.press(() =>
    within(page.getByRole('dialog')).getByRole('button', { name: page.text('files', 'move.action') }),
  );
  await until(() => expect(names()).toEqual([]));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'undo') }));
  await until(() => expect(names()).toEqual(['final.txt']));
});

test('undo restores a deleted file before the server knows of the deletion', async () => {
  const device = await newDevice();
  const projectId = await newProject('Deleted');
  const page = await openFiles(projectId, company.owner, device);
  await until(() => page.getByText(page.text('files', 'empty')));
  device.become('cut');
  await add(page, file('gone.txt', 'gone'));
  await until(() => expect(names()).toEqual(['gone.txt']));
  await choose(page, 'gone.txt', page.text('common', 'delete'));
  await until(() => expect(names()).toEqual([]));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'undo') }));
  await until(() => expect(names()).toEqual(['gone.txt']));
});

test('the table is filtered by type, sorted by columns, and searched by name', async () => {
  const projectId = await newProject('Sorted');
  const page = await openFiles(projectId, company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('b.txt', 'bb'), file('a.png', 'a', 'image/png'), file('c.ts', 'ccc'));
  await until(() => expect(names()).toHaveLength(3));
  const head = (name: string) => () => within(page.getByRole('columnheader', { name })).getByRole('button');
  await page.press(head(page.text('files', 'column.name')));
  await until(() => expect(names()).toEqual(['a.png', 'b.txt', 'c.ts']));
  await page.press(head(page.text('files', 'column.size')));
  await until(() => expect(names()).toEqual(['c.ts', 'b.txt', 'a.png']));
  expect(page.getByRole('columnheader', { name: page.text('files', 'column.size') }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  await page.press(() => page.getByRole('link', { name: page.text('files', 'filter.image') }));
  await until(() => expect(names()).toEqual(['a.png']));
  await page.press(() => page.getByRole('link', { name: page.text('files', 'filter.audio') }));
  await until(() => page.getByText(page.text('files', 'filter.none.audio')));
  await page.press(() => page.getByRole('link', { name: page.text('files', 'filter.all') }));
  await page.fill(() => page.getByRole('searchbox', { name: page.text('files', 'search') }), 'c.t');
  await until(() => expect(names()).toEqual(['c.ts']));
});

test('a zip has the uploaded files, and a message names the number of the others', async () => {
  const device = await newDevice();
  const page = await openFiles(await newProject('Zipped'), company.owner, device);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('sent.txt', 'sent'));
  await page.sent();
  await until(() => expect(row('sent.txt').dataset['fileState']).toBe('parsed'));
  device.become('cut');
  await add(page, file('held.txt', 'held'));
  await until(() => expect(names()).toHaveLength(2));
  const tick = (name: string) => page.press(() => within(row(name)).getByRole('checkbox'));
  const download = () => page.press(() => page.getByRole('button', { name: page.text('files', 'bulk.download') }));
  await tick('held.txt');
  await download();
  await until(() => page.getByText('Please select files to download'));
  await tick('sent.txt');
  // the upload is paused, and the server answers again
  await choose(page, 'held.txt', page.text('files', 'menu.pause'));
  device.become('ok');
  await until(() => expect(page.queryByText(page.text('shell', 'banner.unreachable'))).toBeNull());
  await download();
  await until(() => page.getByText(page.text('files', 'bulk.notStored', { count: 1 })));
});

test('a text file opens in place with its lines; arrow keys go to the next file, and Escape closes', async () => {
  const page = await openFiles(await newProject('Opened'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('one.txt', 'first line\nsecond line'), file('two.txt', 'other words'));
  await until(() => expect(names()).toHaveLength(2));
  await page.press(() => row('one.txt').querySelector('a')!);
  const sheet = () => page.element('[data-item-sheet]');
  await until(() => expect(sheet()?.textContent).toContain('second line'));
  const by = names().indexOf('one.txt') === 0 ? 'ArrowRight' : 'ArrowLeft';
  sheet()!.dispatchEvent(new KeyboardEvent('keydown', { key: by, bubbles: true, cancelable: true }));
  await until(() => expect(sheet()?.textContent).toContain('other words'));
  await page.user.keyboard('{Escape}');
  await until(() => expect(sheet()).toBeNull());
  expect(page.path()).not.toContain('item=');
});

test('a reader sees the files, and cannot change them', async () => {
  const reader = newPerson('Rei Sato');
  await join(company, reader);
  const projectId = await newProject('Read');
  await company.call(projectCalls.setShare, {
    projectId,
    shareRange: 'company',
    userIds: [],
    departmentIds: [],
  } as never);
  const owner = await openFiles(projectId, company.owner);
  await until(() => owner.getByText(owner.text('files', 'empty')));
  await add(owner, file('read.txt', 'read'));
  await until(() => expect(names()).toEqual(['read.txt']));
  await owner.sent();
  const page = await openFiles(projectId, reader);
  await until(() => expect(names()).toEqual(['read.txt']));
  expect(document.querySelector('[data-file-chooser]')).toBeNull();
  expect(document.querySelector('[data-drop-zone]')).toBeNull();
  await page.press(() => row('read.txt').querySelector<HTMLElement>('button[aria-haspopup]')!);
  await until(() => expect(page.getAllByRole('menuitem').length).toBeGreaterThan(0));
  for (const key of ['rename', 'delete'])
    expect(page.queryByRole('menuitem', { name: page.text('common', key) }), key).toBeNull();
});

test('every text is translated to Japanese', async () => {
  const misaki = demoPerson('misaki');
  const { id } = await (await callsOf(misaki))(projectCalls.create, { title: '日本語のファイル' });
  const page = await openFiles(id, misaki);
  await until(() => page.getByText('ファイルはまだありません'));
  await add(page, file('計画.txt', '計画'));
  await until(() => expect(names()).toEqual(['計画.txt']));
  expect(page.getByText(/ファイル 1 件/)).toBeTruthy();
});
