/** The share dialog of a chat: its ranges, the people who gain access, and what they can read. */
import { beforeAll, expect, test } from 'vitest';
import { chatCalls } from '../../server/core/chat/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page, type Queries } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
let projectId = '';
beforeAll(async () => {
  company = await foundCompany('House of shared chats');
  await join(company, newPerson('Mina Park'));
  await join(company, newPerson('Jun Sato'));
  projectId = (await company.call(projectCalls.create, { title: 'Harbour' })).id;
});

const openDialog = async (path: string): Promise<{ page: Page; dialog: Queries }> => {
  const page = await openPage({ device: new Device((await theServer()).url), person: company.owner, path });
  await page.sent();
  const menu = page.text('chat', 'menu', { title: 'When is the launch?' });
  await page.press(() => page.getByRole('button', { name: menu }));
  await page.press(() => page.getByRole('menuitem', { name: page.text('common', 'share') }));
  return { page, dialog: await page.dialog() };
};
const range = (page: Page, name: string): HTMLElement =>
  page.getByRole('radio', { name: new RegExp(`^${page.text('sharing', `range.${name}`)}`) });

test('a chat is shared with the organization, after the dialog said who gains access and what they read', async () => {
  const { chatId } = await company.call(chatCalls.createInProject, { projectId, query: 'When is the launch?' });
  const { page, dialog } = await openDialog(`/project/${projectId}/chat/${chatId}`);
  await dialog.findByText(page.text('sharing', 'chat.text'));
  expect(dialog.getAllByRole('radio')).toHaveLength(3);
  await page.press(() => range(page, 'team'));
  await until(() =>
    dialog.getByText(
      page.text('sharing', 'gain.organization', { count: 2, what: page.text('sharing', 'what.threads') }),
    ),
  );
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'save') }));
  await page.findByText(page.text('common', 'saved'));
  await page.sent();
  expect(await company.call(chatCalls.get, { id: chatId })).toMatchObject({ shareRange: 'team' });
});

test('a chat outside of projects has neither the range of a project nor a public page', async () => {
  const { chatId } = await company.call(chatCalls.createHome, { query: 'When is the launch?', mode: 'search' });
  const { page, dialog } = await openDialog(`/project-chat/${chatId}`);
  expect(dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual(['private', 'team']);
  expect(dialog.queryByLabelText(page.text('sharing', 'link.ends'))).toBeNull();
});
