/** A refused change of sharing is shown at its document with the reason, until it is discarded or sent again. */
import { expect, test } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { Language } from '../../sync/model/languages';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

type Kind = 'notes' | 'meetings' | 'projects';

let ids = { notes: '', meetings: '', projects: '' };
/** Creates a company with documents; the language of its owner is the language of the registration. */
async function prepare(language: Language = 'en'): Promise<Company> {
  const company = await foundCompany(`House of refusals ${language}`, language);
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Plans' });
  const note = await company.call(noteCalls.save, { projectId, title: 'Offer', content: 'One.' });
  const meeting = await company.call(meetingCalls.create, { title: 'Review', projectId });
  ids = { notes: note.id, meetings: meeting.id, projects: projectId };
  return company;
}

const pathOf = (kind: Kind): string =>
  kind === 'notes'
    ? `/project/${ids.projects}/note-detail/${ids.notes}`
    : kind === 'meetings'
      ? `/meeting/${ids.meetings}`
      : `/project/${ids.projects}`;
const open = async (kind: Kind, language: Language = 'en') => {
  const company = await prepare(language);
  const page = await openPage({
    device: new Device((await theServer()).url),
    person: company.owner,
    path: pathOf(kind),
    language,
  });
  await page.sent();
  return page;
};
/** Shares with a person who has left the organization, as a device that was offline would. */
const share = async (kind: Kind): Promise<void> => {
  // the modules of the open page
  const { run } = await import('../../app/replica/client');
  const userIds = ['former-member'];
  if (kind === 'notes')
    await run('note.share', { id: ids.notes, shareRange: 'team', userIds, linkExpiresAt: 0, linkIndexed: false });
  else if (kind === 'meetings')
    await run('meeting.share', { id: ids.meetings, shareRange: 'team', userIds, departmentIds: [] });
  else await run('project.share', { id: ids.projects, shareRange: 'customize', userIds, departmentIds: [] });
};
const notice = (page: Page) =>
  page.getByText(page.text('outbox', 'sharingRefused')).closest<HTMLElement>('[role=status]')!;
const isGone = (page: Page) => until(() => expect(page.queryByText(page.text('outbox', 'sharingRefused'))).toBeNull());
const shown = async (page: Page, code: string) => {
  await until(() => expect(notice(page).textContent).toContain(page.text('errors', code)));
};

test.each([
  ['notes', 'en'],
  ['meetings', 'ja'],
  ['projects', 'ko'],
  ['notes', 'zh_hans'],
  ['projects', 'zh_hant'],
] as const)(
  '%s in %s: the reason is shown at the document until the change is discarded there',
  async (kind, language) => {
    const page = await open(kind, language);
    expect(page.queryByText(page.text('outbox', 'sharingRefused'))).toBeNull();
    await share(kind);
    await shown(page, 'USER_NOT_FOUND');
    await page.press(() => page.getByRole('button', { name: page.text('outbox', 'discardChange') }));
    await isGone(page);
    await page.follow('/outbox');
    await until(() => page.getByText(page.text('outbox', 'empty')));
  },
);

test('the notice is also in the share dialog, at its document only, until the change is discarded', async () => {
  const page = await open('notes');
  await share('notes');
  await shown(page, 'USER_NOT_FOUND');
  await page.press(() => page.getByRole('button', { name: page.text('note', 'menu.label', { title: 'Offer' }) }));
  await page.press(() => page.getByRole('menuitem', { name: page.text('common', 'share') }));
  const dialog = await page.dialog();
  await until(() => dialog.getByText(page.text('errors', 'USER_NOT_FOUND')));
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'cancel') }));
  await page.follow(pathOf('projects'));
  await until(() => page.getByText('Offer'));
  expect(page.queryByText(page.text('outbox', 'sharingRefused'))).toBeNull();
  await page.follow('/outbox');
  await page.press(() => page.getByRole('button', { name: page.text('outbox', 'discardChange') }));
  await until(() => page.getByText(page.text('outbox', 'empty')));
  await page.follow(pathOf('notes'));
  await until(() => page.getByText('One.'));
  expect(page.queryByText(page.text('outbox', 'sharingRefused'))).toBeNull();
});

test('closing the notice of a change with a title keeps the change; sending it again removes the notice', async () => {
  const page = await open('notes');
  page.device.become('cut');
  const { run } = await import('../../app/replica/client');
  await run('note.rename', { id: ids.notes, title: 'Better offer' });
  await share('notes');
  page.device.become('ok');
  await shown(page, 'USER_NOT_FOUND');
  expect(page.queryByRole('button', { name: page.text('outbox', 'discardChange') })).toBeNull();
  await page.press(() => page.getByRole('button', { name: page.text('common', 'close') }));
  await isGone(page);
  await page.follow('/outbox');
  await until(() => page.getByText('Better offer'));
  page.device.become('cut');
  await page.press(() => page.getByRole('button', { name: page.text('outbox', 'retry') }));
  await until(() => page.getByRole('heading', { name: page.text('outbox', 'waitingTitle') }));
  await page.follow(pathOf('notes'));
  await until(() => page.getByText('One.'));
  expect(page.queryByText(page.text('outbox', 'sharingRefused'))).toBeNull();
  // refused again
  page.device.become('ok');
  await shown(page, 'USER_NOT_FOUND');
});

test('only offline, a change of the sharing is shown as waiting', async () => {
  const page = await open('notes');
  const saveSharing = async (): Promise<void> => {
    await page.press(() => page.getByRole('button', { name: page.text('note', 'menu.label', { title: 'Offer' }) }));
    await page.press(() => page.getByRole('menuitem', { name: page.text('common', 'share') }));
    const dialog = await page.dialog();
    await page.press(() => dialog.getByRole('button', { name: page.text('common', 'save') }));
    await until(() => expect(page.queryByRole('dialog')).toBeNull());
  };
  await saveSharing();
  await page.findByText(page.text('common', 'saved'));
  page.device.become('cut');
  await page.findByText(page.text('shell', 'banner.unreachable'));
  await saveSharing();
  await page.findByText(page.text('common', 'savedHere'));
});
