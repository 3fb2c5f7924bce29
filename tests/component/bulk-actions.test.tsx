/** Actions on many rows of a list: selection by checkbox and by keys, delete with undo, order. */
import { within } from '@testing-library/dom';
import { beforeAll, describe, expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { callsOf, foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer, type Person } from '../support/component/server';

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

test('rows are selected by Space, Shift with arrows, Ctrl+A and Escape, and deleted with undo', async () => {
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

test('sharing several documents shows who gains access before it is saved', async () => {
  await join(company, newPerson('Rei Sato'));
  const page = await openPage({ device, person: company.owner, path: `/project/${projectId}` });
  await until(() => expect(rows(page)).toHaveLength(3));
  await until(() => expect(page.getAllByRole('checkbox')).toHaveLength(3));
  await page.press(() => page.getAllByRole('checkbox')[0]!);
  await page.press(() => page.getAllByRole('checkbox')[1]!);
  await page.press(() => page.getByRole('button', { name: page.text('project', 'bulk.share') }));
  // no range is preselected
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

describe('undo of an action on many rows', () => {
  let contributor: Person;
  let contributorId: string;
  const call = { owner: null as never as Company['call'], contributor: null as never as Company['call'] };
  beforeAll(async () => {
    contributor = newPerson('Ivo Lund');
    contributorId = await join(company, contributor);
    call.owner = company.call;
    call.contributor = await callsOf(contributor);
  });

  /** A project of the owner with two notes of the owner and one of a contributor, who may change only that one. */
  const prepare = async (title: string) => {
    const { id } = await company.call(projectCalls.create, { title });
    await company.call(projectCalls.setContributors, { projectId: id, userIds: [contributorId], departmentIds: [] });
    const note = async (by: 'owner' | 'contributor', name: string) =>
      (await call[by](noteCalls.save, { projectId: id, title: name, content: '' })).id;
    return {
      id,
      elm: await note('owner', 'Elm'),
      fir: await note('owner', 'Fir'),
      gum: await note('contributor', 'Gum'),
    };
  };
  const openAll = async (project: { id: string }, person = company.owner) => {
    const page = await openPage({
      device: new Device((await theServer()).url),
      person,
      path: `/project/${project.id}`,
    });
    await until(() => expect(rows(page).sort()).toEqual(['Elm', 'Fir', 'Gum']));
    for (const n of [0, 1, 2]) await page.press(() => page.getAllByRole('checkbox')[n]!);
    return page;
  };
  const press = (page: Page, ns: string, name: string) =>
    page.press(() => page.getByRole('button', { name: page.text(ns, name) }));
  const choose = async (page: Page, name: string | RegExp) => {
    // a list without options does not open, and the options of a live query arrive later
    await until(async () => {
      if (!page.queryByRole('option', { name }))
        await page.user.click(page.getByRole('dialog').querySelector('button[aria-haspopup="listbox"]')!);
      page.getByRole('option', { name });
    });
    await page.press(() => page.getByRole('option', { name }));
  };
  const refusedDialog = async (page: Page, count: number) => {
    await page.keepNotice();
    // the dialog with the choice closes first
    await until(() => page.getByRole('heading', { name: page.text('project', 'bulk.refused', { count }) }));
    return page.dialog();
  };
  /** Expects a list with one refused item and its reason, and closes it. */
  const refused = async (page: Page, title: string) => {
    const dialog = await refusedDialog(page, 1);
    const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual([`${title}${page.text('errors', 'NOTE_EDIT_DENIED')}`]);
    await page.press(() => dialog.getAllByRole('button', { name: page.text('common', 'close') }).at(-1)!);
    await until(() => expect(page.queryByRole('dialog')).toBeNull());
  };
  const ticked = (page: Page) =>
    page
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter(({ checked }) => checked)
      .map((box) => box.closest('li')?.querySelector('a')?.textContent);

  test('undo returns moved notes to their project; a refused one was not moved, and stays selected', async () => {
    const project = await prepare('Moved');
    const elsewhere = (await company.call(projectCalls.create, { title: 'Elsewhere' })).id;
    const page = await openAll(project);
    await press(page, 'project', 'bulk.move');
    await choose(page, 'Elsewhere');
    await page.press(() =>
      within(page.getByRole('dialog')).getByRole('button', { name: page.text('project', 'bulk.move') }),
    );
    await refused(page, 'Gum');
    await until(() => expect(rows(page)).toEqual(['Gum']));
    expect(ticked(page)).toEqual(['Gum']);
    await page.sent();
    expect((await company.call(noteCalls.get, { id: project.elm })).projectId).toBe(elsewhere);
    await press(page, 'common', 'undo');
    await until(() => expect(rows(page).sort()).toEqual(['Elm', 'Fir', 'Gum']));
    await page.sent();
    for (const id of [project.elm, project.fir, project.gum])
      expect((await company.call(noteCalls.get, { id })).projectId).toBe(project.id);
  });

  test('undo restores the range of each shared note; a refused one keeps its range', async () => {
    const project = await prepare('Shared');
    await company.call(noteCalls.share, { noteId: project.elm, shareRange: 'project', userIds: [contributorId] });
    await company.call(noteCalls.share, { noteId: project.fir, shareRange: 'private' });
    const page = await openAll(project);
    const ranges = async () =>
      Promise.all(
        [project.elm, project.fir, project.gum].map(async (id) => {
          const { shareRange, shareUserIds = [] } = await company.call(noteCalls.get, { id });
          return [shareRange, ...shareUserIds];
        }),
      );
    await press(page, 'project', 'bulk.share');
    await choose(page, new RegExp(page.text('project', 'bulk.range.team')));
    await press(page, 'common', 'save');
    await refused(page, 'Gum');
    await page.sent();
    expect(await ranges()).toEqual([['team', contributorId], ['team'], ['project']]);
    await press(page, 'common', 'undo');
    await until(async () => {
      await page.sent();
      expect(await ranges()).toEqual([['project', contributorId], ['private'], ['project']]);
    });
  });

  test('undo restores deleted notes with their texts; a refused one is not deleted', async () => {
    const project = await prepare('Deleted');
    await call.contributor(noteCalls.save, {
      projectId: project.id,
      title: 'Gum',
      noteId: project.gum,
      content: 'Sap',
    });
    const page = await openAll(project, contributor);
    await press(page, 'project', 'bulk.delete');
    await page.press(() => [...page.getByRole('alertdialog').querySelectorAll('button')].at(-1)!);
    const dialog = await refusedDialog(page, 2);
    expect(dialog.getAllByRole('listitem')).toHaveLength(2);
    await page.press(() => dialog.getAllByRole('button', { name: page.text('common', 'close') }).at(-1)!);
    await until(() => expect(rows(page).sort()).toEqual(['Elm', 'Fir']));
    expect(ticked(page).sort()).toEqual(['Elm', 'Fir']);
    await press(page, 'common', 'undo');
    await until(() => expect(rows(page).sort()).toEqual(['Elm', 'Fir', 'Gum']));
    await page.sent();
    expect((await call.contributor(noteCalls.get, { id: project.gum })).content).toBe('Sap\n');
  });

  test('a note that cannot be restored is in the outbox with the reason, and the others are restored', async () => {
    const project = await prepare('Erased');
    const page = await openAll(project);
    await press(page, 'project', 'bulk.delete');
    await page.press(() => [...page.getByRole('alertdialog').querySelectorAll('button')].at(-1)!);
    await page.keepNotice();
    await page.sent();
    // the first note is permanently deleted in another window
    await company.call(trashCalls.erase, { kind: 'notes', id: project.fir });
    await press(page, 'common', 'undo');
    await until(() => expect(rows(page).sort()).toEqual(['Elm', 'Gum']));
    await until(() => page.getAllByText(page.text('shell', 'sync.rejected', { count: 1 })));
    await page.goTo('/outbox');
    await until(() => page.getByText(page.text('errors', 'TRASH_NOT_FOUND')));
    expect((await company.call(noteCalls.get, { id: project.elm })).projectId).toBe(project.id);
  });
});
