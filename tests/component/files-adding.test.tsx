/**
 * Ways to add files to a project: drops, pastes, new versions, files shared by another app; and leaving the page while
 * they are stored.
 */
import { within } from '@testing-library/dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { add, drag, file, names, newDevice, notice, openFiles, row } from '../support/component/files-screen';
import { openPage, until } from '../support/component/page';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('House of drops');
});
afterEach(() => vi.unstubAllGlobals());

const newProject = async (title: string): Promise<string> => (await company.call(projectCalls.create, { title })).id;

/** Whether the browser would ask for confirmation before the page is left. */
const asksToStay = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('dropped files are added; an outline with the text appears only while they are dragged', async () => {
  const page = await openFiles(await newProject('Dropped'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  const zone = page.element('[data-drop-zone]')!;
  const text = page.text('files', 'drop', { title: 'Dropped' });
  expect(page.queryByText(text)).toBeNull();
  drag(zone, 'dragenter');
  await until(() => page.getByText(text));
  expect(drag(zone, 'drop', [file('dropped.txt', 'dropped')]).defaultPrevented).toBe(true);
  await until(() => expect(names()).toEqual(['dropped.txt']));
  expect(page.queryByText(text)).toBeNull();
});

test('files dropped on a project in the list are added to it, with a link to them', async () => {
  await newProject('Beside');
  await newProject('Dropped onto');
  const page = await openPage({ device: await newDevice(), person: company.owner, path: '/my-base/project' });
  const zoneOf = (title: string) =>
    [...document.querySelectorAll('[data-drop-zone]')].find((each) => each.textContent?.includes(title));
  await until(() => expect(zoneOf('Dropped onto')).toBeDefined());
  drag(zoneOf('Dropped onto')!, 'drop', [file('listed.txt', 'listed')]);
  await until(() => page.getByText(page.text('files', 'addedTo', { count: 1, title: 'Dropped onto' })));
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.show') }));
  await until(() => expect(names()).toEqual(['listed.txt']));
  expect(page.getByRole('heading', { level: 1 }).textContent).toContain('Dropped onto');
});

test('a file dropped on a note is added to its project after a confirmation', async () => {
  const projectId = await newProject('Around the note');
  const { id } = await company.call(noteCalls.save, { projectId, title: 'Note', content: 'Words.' });
  const page = await openPage({
    device: await newDevice(),
    person: company.owner,
    path: `/project/${projectId}/note/${id}`,
  });
  await until(() => expect(page.element('[data-note-editor=ready][data-writable=true]')).not.toBeNull());
  const text = page.getByRole('textbox', { name: page.text('note', 'editor.label') });
  expect(drag(text, 'drop', [file('sheet.csv', 'a,b')]).defaultPrevented).toBe(true);
  const dialog = await page.dialog('alertdialog');
  await dialog.findByText(/sheet\.csv/);
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'add') }));
  await until(() => page.getByText(page.text('files', 'addedTo', { count: 1, title: 'Around the note' })));
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.show') }));
  await until(() => expect(names()).toEqual(['sheet.csv']));
});

test('a file with a taken name becomes a new version, also offline, and is sent later', async () => {
  const device = await newDevice();
  const projectId = await newProject('Versions');
  const page = await openFiles(projectId, company.owner, device);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('plan.txt', 'one'));
  await until(() => expect(names()).toEqual(['plan.txt']));
  await page.sent();
  const id = row('plan.txt').dataset['rowId']!;
  device.become('cut');
  drag(page.element('[data-drop-zone]')!, 'drop', [file('plan.txt', 'the second one')]);
  await until(() => expect(notice('plan.txt').dataset['adding']).toBe('sameName'));
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.newVersion') }));
  await until(() => expect(row('plan.txt').textContent).toContain('14 B'));
  await until(() => expect(document.querySelector('[data-adding]')).toBeNull());
  expect(names()).toEqual(['plan.txt']);
  device.become('ok');
  await page.sent();
  const { list } = await company.call(fileCalls.versions, { id });
  expect(list.map(({ version, size }) => [version, size])).toEqual([
    [2, 14],
    [1, 3],
  ]);
});

test('the browser asks for confirmation while only the page has the files', async () => {
  const page = await openFiles(await newProject('Left'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  expect(asksToStay()).toBe(false);
  await add(page, file('plan.txt', 'one'));
  expect(asksToStay()).toBe(true);
  await until(() => expect(names()).toEqual(['plan.txt']));
  await until(() => expect(asksToStay()).toBe(false));
  // an undecided file is stored on the device
  await add(page, file('plan.txt', 'two'));
  await until(() => expect(notice('plan.txt').dataset['adding']).toBe('sameName'));
  await until(() => expect(asksToStay()).toBe(false));
});

test('a taken name needs a decision, also after a reload, and only once for the same bytes', async () => {
  const device = await newDevice();
  const projectId = await newProject('Undecided');
  const before = await openFiles(projectId, company.owner, device);
  await until(() => before.getByText(before.text('files', 'empty')));
  await add(before, file('plan.txt', 'one'));
  await until(() => expect(names()).toEqual(['plan.txt']));
  await before.sent();
  await add(before, file('plan.txt', 'two'));
  await until(() => expect(notice('plan.txt').dataset['adding']).toBe('sameName'));

  const page = await openFiles(projectId, company.owner, device);
  await until(() => expect(notice('plan.txt').dataset['adding']).toBe('sameName'));
  await add(page, file('plan.txt', 'two'), file('other.txt', 'other'));
  await until(() => expect(names()).toHaveLength(2));
  await until(() => expect(document.querySelectorAll('[data-adding]')).toHaveLength(1));
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.newVersion') }));
  await until(() => expect(document.querySelector('[data-adding]')).toBeNull());
  await page.sent();
  const { list } = await company.call(fileCalls.versions, { id: row('plan.txt').dataset['rowId']! });
  expect(list.map(({ version }) => version)).toEqual([2, 1]);
});

test('if some files of a selection are refused, the others can be added with one decision', async () => {
  const page = await openFiles(await newProject('Mixed'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  await add(page, file('plan.txt', 'one'));
  await until(() => expect(names()).toEqual(['plan.txt']));
  await add(page, file('plan.txt', 'two'), file('tool.exe', 'refused'), file('copy.txt', 'one'));
  await until(() => expect(document.querySelectorAll('[data-adding]')).toHaveLength(3));
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.addOthers') }));
  await until(() => expect(names()).toHaveLength(2));
  await until(() => expect(document.querySelector('[data-adding]')).toBeNull());
  // no file is left to add
  await add(page, file('tool.exe', 'refused'), file('again.exe', 'refused'));
  await until(() => expect(document.querySelectorAll('[data-adding]')).toHaveLength(2));
  expect(page.queryByText(page.text('files', 'adding.addOthers'))).toBeNull();
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.dismissAll') }));
  await until(() => expect(document.querySelector('[data-adding]')).toBeNull());
});

test('files shared by another app are added to the chosen project', async () => {
  await newProject('Shared into');
  const page = await openPage({ device: await newDevice(), person: company.owner, path: '/search' });
  const files = [file('shar\u202eed.csv', 'a,b'), file('program.exe')];
  // the service worker replies by a channel; the channels of Node cannot carry files
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1 = { onmessage: (_event: { data: unknown }): void => undefined, close: () => undefined };
      port2 = { postMessage: (data: unknown) => this.port1.onmessage({ data }) };
    },
  );
  const controller = {
    postMessage: (_message: object, [port]: [{ postMessage(data: unknown): void }]) =>
      port.postMessage([{ title: '', text: '', url: '', files }]),
  };
  Object.defineProperty(window.navigator, 'serviceWorker', {
    configurable: true,
    value: { controller, ready: new Promise(() => undefined) },
  });
  try {
    await page.follow('/share');
    await until(() => page.getByText(page.text('note', 'shared.refused.type', { name: 'program.exe' })));
  } finally {
    Reflect.deleteProperty(window.navigator, 'serviceWorker');
  }
  await page.findByText('shared.csv');
  expect(asksToStay()).toBe(true);
  const addTo = page.text('note', 'shared.addTo');
  const submit = () => page.getByRole<HTMLButtonElement>('button', { name: addTo });
  expect(submit().disabled).toBe(true);
  await page.press(() =>
    within(page.getByRole('radiogroup', { name: addTo })).getByRole('radio', { name: 'Shared into' }),
  );
  await page.press(submit);
  await page.at(/^\/project\/.*tab=files/);
  await until(() => expect(names()).toEqual(['shared.csv']));
  await until(() => expect(asksToStay()).toBe(false));
});

test('a pasted image is named after the time; a paste into a field adds nothing', async () => {
  const page = await openFiles(await newProject('Pasted'), company.owner);
  await until(() => page.getByText(page.text('files', 'empty')));
  const paste = (target: EventTarget, clipboardData: object) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    target.dispatchEvent(Object.assign(event, { clipboardData }));
  };
  paste(document.body, { files: [file('image.png', 'x', 'image/png')], getData: () => '' });
  await until(() => expect(names()).toHaveLength(1));
  expect(names()[0]).toMatch(/^Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
});
