/** Content shared by another app, with a text and files: each part stays on screen until the person has handled it. */
import { beforeAll, expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
let projectId = '';
beforeAll(async () => {
  company = await foundCompany('House of shares');
  projectId = (await company.call(projectCalls.create, { title: 'Reading list' })).id;
});

const openShared = async (text: string): Promise<Page> => {
  const device = new Device((await theServer()).url);
  const page = await openPage({ device, person: company.owner, path: '/share' });
  const { takeForm } = await import('../../app/features/share/shared');
  await takeForm({ title: '', text, url: '', files: [new File([`a,b,${text}`], `table-${text.length}.csv`)] });
  return page;
};
const addFile = async (page: Page): Promise<void> => {
  await page.press(() => page.getByRole('radio', { name: 'Reading list' }));
  await page.press(() => page.getByRole('button', { name: page.text('note', 'shared.addTo') }));
};

test('the text of a share stays on screen when its file is added first', async () => {
  const page = await openShared('Kingfishers nest here.');
  await addFile(page);
  await until(() => page.getByText(page.text('files', 'addedTo', { count: 1, title: 'Reading list' })));
  await page.findByText('Kingfishers nest here.');
  await page.press(() => page.getByRole('button', { name: page.text('note', 'shared.discard') }));
});

test('when no other part is left, the files of the project are shown', async () => {
  const page = await openShared('');
  await addFile(page);
  await page.at(new RegExp(`/project/${projectId}\\?tab=files`));
});

test.each([
  ['link', 'https://news.example/launch', 'addLink', 'note', 'shared.linkAdded'],
  ['file', '', 'addFile', 'files', 'addedTo'],
])('adding a shared %s shows a link to it while other parts are left', async (kind, url, button, of, said) => {
  const device = new Device((await theServer()).url);
  const page = await openPage({ device, person: company.owner, path: '/share' });
  const { takeForm } = await import('../../app/features/share/shared');
  await takeForm({ title: '', text: '', url, files: url ? [] : [new File(['Wagtails.'], 'wagtails.txt')] });
  await takeForm({ title: '', text: 'Still to be read.', url: '', files: [] });
  // the proposed project is on the device
  await until(() => expect(page.element('form')!.textContent).toContain('Reading list'));
  await page.press(() => page.getByRole('button', { name: page.text('note', `shared.${button}`) }));
  await until(() => page.getByText(page.text(of, said, { count: 1, title: 'Reading list' })));
  await page.findByText(url || 'wagtails.txt');
  await page.findByText('Still to be read.');
  await page.press(() => page.getByRole('button', { name: page.text('files', 'adding.show') }));
  await page.at(new RegExp(`/project/${projectId}\\?tab=${kind}s`));
});

test('a page can be added only when the projects are on the device', async () => {
  const device = new Device((await theServer()).url);
  // there is a session, but no data of the workspace
  device.refused = /\/sync\//;
  const page = await openPage({ device, person: company.owner, path: '/share' });
  const { takeForm } = await import('../../app/features/share/shared');
  await takeForm({ title: '', text: '', url: 'https://news.example/early', files: [] });
  const button = (): HTMLButtonElement => page.getByRole('button', { name: page.text('note', 'shared.addLink') });
  await until(() => page.getByText(page.text('shell', 'firstSync.waitingTitle')));
  expect(button().disabled).toBe(true);
  device.refused = null;
  window.dispatchEvent(new Event('online'));
  await until(() => expect(button().disabled).toBe(false));
  await page.press(button);
  await page.at(new RegExp(`/project/${projectId}\\?tab=links`));
});
