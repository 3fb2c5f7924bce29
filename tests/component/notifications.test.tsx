/** The notification centre, its settings, the inbox of tasks and the help. */
import { beforeAll, expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer, type Person } from '../support/component/server';

let company: Company;
let mia: Person;
let device: Device;
beforeAll(async () => {
  company = await foundCompany('House of notices');
  mia = newPerson('Mia Tanaka');
  const userId = await join(company, mia);
  device = new Device((await theServer()).url);
  const share = async (title: string) => {
    const { id } = await company.call(projectCalls.create, { title });
    await company.call(projectCalls.setShare, {
      projectId: id,
      shareRange: 'customize',
      departmentIds: [],
      userIds: [userId],
    });
    // a repeated request changes nothing and sends no second notification
    await company.call(projectCalls.setShare, {
      projectId: id,
      shareRange: 'customize',
      departmentIds: [],
      userIds: [userId],
    });
  };
  for (let n = 1; n <= 21; n += 1) await share(`Project ${n}`);
});

test('the centre shows twenty, loads more, and marks all as read', async () => {
  const page = await openPage({ device, person: mia, path: '/notifications' });
  const rows = () => page.queryAllByText(/was shared with you/).length;
  await until(() => expect(rows()).toBe(20));
  await page.press(() => page.getByRole('button', { name: page.text('notifications', 'more') }));
  await until(() => expect(rows()).toBe(21));
  await page.press(() => page.getByRole('button', { name: page.text('notifications', 'markAll') }));
  await until(() => page.getByText(page.text('notifications', 'emptyUnread')));
  await page.goTo('/notifications?tab=read');
  await until(() => expect(rows()).toBe(20));
  await page.sent();
});

test('a kind of notification that is switched off stays off, and its other channels are disabled', async () => {
  const page = await openPage({ device, person: mia, path: '/settings?section=notifications' });
  const group = () => page.getByRole('group', { name: page.text('notifications', 'kind.projectShared') });
  const box = (name: string) =>
    [...group().querySelectorAll('label')].find((label) => label.textContent === page.text('notifications', name))!;
  await until(group);
  await page.press(() => box('app'));
  await until(() => expect(box('push').querySelector('input')!.disabled).toBe(true));
  await page.sent();
});

test('the inbox shows that there are no tasks, and the help can be searched', async () => {
  const page = await openPage({ device, person: mia, path: '/workshop/inbox' });
  await until(() => page.getByText(page.text('inbox', 'empty')));
  await page.goTo('/help');
  await page.fill(
    () => page.getByRole<HTMLInputElement>('searchbox', { name: page.text('help', 'search') }),
    'ENCRYPTED outbox',
  );
  await until(() => {
    page.getByText(page.text('help', 'topics.where.q'));
    expect(page.queryByText(page.text('help', 'topics.record.q'))).toBeNull();
  });
});
