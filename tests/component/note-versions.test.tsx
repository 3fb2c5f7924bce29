/** The version history of a note: differences, restoring offline, naming, read-only access. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { versionCalls } from '../../server/core/note-versions/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { applyStyles } from '../support/component/computed-style';
import { Device } from '../support/component/device';
import { openPage, until, type Page, type Queries } from '../support/component/page';
import { theServer, type Person } from '../support/component/server';

const NOW = 'The budget is 900.\n\nWe meet on Monday.';
const THEN = 'The budget is 1200.\n\nWe meet on Monday.\n\nBring the samples.';

let company: Company;
let reader: Person;
let projectId: string;
beforeAll(async () => {
  company = await foundCompany('House of versions');
  reader = newPerson('Rei Sato');
  const readerId = await join(company, reader);
  projectId = (await company.call(projectCalls.create, { title: 'Spring' })).id;
  await company.call(projectCalls.setShare, {
    projectId,
    shareRange: 'customize',
    departmentIds: [],
    userIds: [readerId],
  });
});

let n = 0;
const note = async () => {
  n += 1;
  const { id } = await company.call(noteCalls.save, { projectId, title: `Plan ${n}`, content: NOW });
  await company.call(versionCalls.save, {
    contentId: id,
    id: `before-${n}`,
    name: 'Before the cut',
    state: toBase64(stateFromMarkdown(THEN)),
    at: Date.now() - 3_600_000,
  });
  return { id, path: `/project/${projectId}/note-detail/${id}` };
};

const openHistory = async (page: Page): Promise<Queries> => {
  await page.press(() => page.getByRole('button', { name: /^Actions for/ }));
  await page.press(() => page.getByRole('menuitem', { name: page.text('note', 'menu.versions') }));
  return page.dialog();
};
const text = (page: Page): string => page.element('article')?.textContent ?? '';

test('shows the changes since a version, with marks that do not depend on colour', async () => {
  const { path } = await note();
  const page = await openPage({ person: company.owner, path });
  const history = await openHistory(page);
  await until(() => history.getByRole('button', { name: /Before the cut/ }));
  await until(() => {
    expect(page.element('del')?.textContent).toContain('1200');
    expect(page.element('ins')?.textContent).toContain('900');
    history.getByText('Bring the samples.', { exact: false });
  });
  expect(page.element('del')?.textContent).toContain(page.text('versions', 'mark.removed'));
  // marks the shown version, and an arrow key moves to the next one
  const shown = history.getByRole('button', { name: /Before the cut/ });
  expect(shown.getAttribute('aria-current')).toBe('true');
  shown.focus();
  await page.user.keyboard('{ArrowUp}{Enter}');
  await until(() => history.getByText(page.text('versions', 'presentHint')));
});

test('restores a version offline, with undo, and sends it later', async () => {
  const device = new Device((await theServer()).url);
  const { id, path } = await note();
  const page = await openPage({ device, person: company.owner, path });
  const history = await openHistory(page);
  await until(() =>
    expect(
      history.getByRole('button', { name: /Before the cut/ }).matches('[data-on-device=true]'),
      'its text is on the device',
    ).toBe(true),
  );
  await page.press(() => history.getByRole('button', { name: page.text('common', 'close') }));

  device.become('cut');
  const offline = await openHistory(page);
  await until(() => offline.getByText(new RegExp(page.text('common', 'lastKnown.updated'))));
  await page.press(() => offline.getByRole('button', { name: page.text('versions', 'restore') }));
  await until(() => expect(text(page)).toContain('Bring the samples.'));
  expect(text(page)).toContain('1200');
  await page.press(() => page.getByRole('button', { name: page.text('versions', 'undo') }));
  expect(
    document.activeElement?.closest('[data-sonner-toaster]') ?? null,
    'a toast does not take the focus',
  ).toBeNull();
  await until(() => expect(text(page)).not.toContain('Bring the samples.'));
  expect(text(page)).toContain('900');

  const again = await openHistory(page);
  await page.press(() => again.getByRole('button', { name: page.text('versions', 'restore') }));
  await until(() => expect(text(page)).toContain('Bring the samples.'));
  device.become('ok');
  await page.sent();
  expect((await company.call(noteCalls.get, { id })).content.trim()).toBe(THEN);
});

test('names the current text offline; the server stores the name with the text of that time', async () => {
  const device = new Device((await theServer()).url);
  const { id, path } = await note();
  const page = await openPage({ device, person: company.owner, path });
  await page.sent();
  device.become('cut');
  const history = await openHistory(page);
  await page.press(() => history.getByRole('button', { name: /Current version/ }));
  await page.press(() => history.getByRole('button', { name: page.text('versions', 'name') }));
  await page.press(() => history.getByRole('button', { name: page.text('common', 'save') }));
  await until(() => history.getByText(page.text('versions', 'nameRequired')));
  await page.fill(() => history.getByLabelText(page.text('versions', 'nameLabel')), 'Sent to the board');
  await page.press(() => history.getByRole('button', { name: page.text('common', 'save') }));
  await until(() => history.getByRole('button', { name: /Sent to the board.*Waiting to be sent/ }));
  // the new version is shown and announced
  await until(() => history.getByText(page.text('versions', 'saved', { name: 'Sent to the board' })));
  await until(() => expect(document.activeElement?.textContent).toBe('Sent to the board'));
  expect(history.getByRole('button', { name: /Sent to the board/ }).getAttribute('aria-current')).toBe('true');
  device.become('ok');
  await until(async () => {
    const { list } = await company.call(versionCalls.page, { contentId: id });
    expect(list.map(({ name }) => name)).toContain('Sent to the board');
  });
  const { list } = await company.call(versionCalls.page, { contentId: id });
  const saved = list.find(({ name }) => name === 'Sent to the board')!;
  expect((await company.call(versionCalls.get, { contentId: id, id: saved.id })).content.trim()).toBe(NOW);
  await until(() => expect(history.queryByText(page.text('versions', 'waiting'))).toBeNull());
});

test('asks before a name is removed, since that deletes a version saved under the name', async () => {
  const { path } = await note();
  const page = await openPage({ person: company.owner, path });
  const history = await openHistory(page);
  await page.press(() => history.getByRole('button', { name: /Before the cut/ }));
  const remove = (within: Queries) => within.getByRole('button', { name: page.text('versions', 'removeName') });
  await page.press(() => remove(history));
  const question = await until(() => page.getByRole('alertdialog'));
  expect(question.textContent).toContain(page.text('versions', 'remove.title', { name: 'Before the cut' }));
  await page.press(() => within(question).getByRole('button', { name: page.text('versions', 'removeName') }));
  await until(() => page.getByText(page.text('versions', 'none')));
  await until(() => expect(document.activeElement?.textContent).toBe(page.text('versions', 'present')));
});

test('on a narrow screen the focus moves to the chosen version, and back to its row', async () => {
  const { path } = await note();
  const page = await openPage({ person: company.owner, path });
  const removeStyles = applyStyles('.max-md\\:hidden { display: none }');
  const history = await openHistory(page);
  const row = await until(() => history.getByRole('button', { name: /Before the cut/ }));
  row.focus();
  await page.user.keyboard('{Enter}');
  await until(() => expect(document.activeElement).toBe(history.getByRole('heading', { name: 'Before the cut' })));
  const back = history.getByRole('button', { name: page.text('versions', 'back') });
  back.focus();
  await page.user.keyboard('{Enter}');
  await until(() => expect(document.activeElement).toBe(history.getByRole('button', { name: /Before the cut/ })));
  removeStyles();
});

test('is read-only for people who cannot edit the note', async () => {
  const { path } = await note();
  const page = await openPage({ person: reader, path });
  const history = await openHistory(page);
  await until(() => history.getByText(page.text('versions', 'readOnly')));
  await until(() => expect(page.element('del')?.textContent).toContain('1200'));
  for (const key of ['restore', 'name', 'rename'])
    expect(history.queryByRole('button', { name: page.text('versions', key) })).toBeNull();
});
