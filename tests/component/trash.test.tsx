/** The trash: deleted documents are listed, restored and deleted permanently. */
import { beforeAll, expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
let device: Device;
let projectId: string;
beforeAll(async () => {
  company = await foundCompany('House of second thoughts');
  device = new Device((await theServer()).url);
  projectId = (await company.call(projectCalls.create, { title: 'Second thoughts' })).id;
  for (const title of ['Deleted by mistake', 'Deleted on purpose']) {
    const { id } = await company.call(noteCalls.save, { projectId, title, content: 'A text.' });
    await company.call(noteCalls.remove, { id });
  }
});

test('a deleted note is restored, and another one deleted permanently after a confirmation', async () => {
  const page = await openPage({ device, person: company.owner, path: '/trash' });
  await until(() => page.getByRole('button', { name: 'Delete “Deleted on purpose” permanently' }));
  await page.press(() => page.getByRole('button', { name: `${page.text('trash', 'restore')} Deleted by mistake` }));
  await until(() => expect(page.queryAllByText('Deleted by mistake')).toEqual([]));
  await page.press(() => page.getByRole('button', { name: 'Delete “Deleted on purpose” permanently' }));
  await page.press(() => page.getByRole('button', { name: page.text('trash', 'erase.confirm') }));
  await until(() => page.getByText(page.text('trash', 'empty.title')));
  await page.goTo(`/project/${projectId}`);
  await until(() => page.getByText('Deleted by mistake'));
  await page.sent();
});

test('offline the trash shows the last known documents, and a restore is shown as waiting', async () => {
  const title = 'Deleted before the tunnel';
  const { id } = await company.call(noteCalls.save, { projectId, title, content: '' });
  await company.call(noteCalls.remove, { id });
  const page = await openPage({ device, person: company.owner, path: '/trash' });
  const restore = () => page.getByRole('button', { name: `${page.text('trash', 'restore')} ${title}` });
  await until(restore);
  device.become('cut');
  await page.follow(`/project/${projectId}`);
  await page.follow('/trash');
  await until(() => page.getByText(new RegExp(page.text('common', 'lastKnown.updated'))));
  await page.press(restore);
  await until(() => page.getByText(page.text('outbox', 'restoreQueued')));
  expect(page.queryByText(page.text('trash', 'restored', { title }))).toBeNull();
  device.become('ok');
  await page.goTo(`/project/${projectId}`);
  await until(() => page.getByText(title));
  await page.sent();
});
