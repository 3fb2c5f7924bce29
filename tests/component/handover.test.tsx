/**
 * Unsent work of a device that is signed out remotely: the questions before, the notices on the device, and the review
 * on another device.
 */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { callsOf, foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer, type Person } from '../support/component/server';

let company: Company;
let url: string;
beforeAll(async () => {
  company = await foundCompany('House of lost devices');
  ({ url } = await theServer());
});

interface Offline {
  phone: Device;
  person: Person;
  userId: string;
  noteId: string;
  sessionId: string;
}

/** A device of a new member with an unsent change of a note title. */
async function workOffline(title: string): Promise<Offline> {
  const person = newPerson('Mina Park');
  const userId = await join(company, person);
  const call = await callsOf(person);
  const { id: projectId } = await call(projectCalls.create, { title: `Project of ${title}` });
  const { id: noteId } = await call(noteCalls.save, { projectId, title: 'Sent', content: 'Sent.' });
  const phone = new Device(url);
  const page = await openPage({ device: phone, person, path: `/project/${projectId}/note/${noteId}` });
  await page.sent();
  const sessionId = (await page.call(identityCalls.my, {})).sessionId;
  phone.become('cut');
  await page.fill(
    () => page.getByRole<HTMLTextAreaElement>('textbox', { name: page.text('note', 'title.label') }),
    title,
  );
  await until(() =>
    expect(page.element('.frame-sidebar [data-sync-status]')?.getAttribute('data-sync-status')).toMatch(/Waiting$/),
  );
  return { phone, person, userId, noteId, sessionId };
}

const card = async (page: Page): Promise<HTMLElement> => {
  await until(() => expect(page.element('[data-handover]')).not.toBeNull());
  return page.element('[data-handover]')!;
};

test('after a sign-out by an administrator, the device hands over its unsent work to another device', async () => {
  const { phone, person, userId, noteId, sessionId } = await workOffline('Written in a tunnel');
  const console = await openPage({
    person: company.owner,
    path: `/admin/employees?dialog=erase&member=${userId}&device=${sessionId}`,
  });
  await console.findByText(console.text('admin', 'employees.devices.confirm.handover', { name: person.name }));
  expect(
    console.getByRole<HTMLInputElement>('checkbox', {
      name: new RegExp(console.text('admin', 'employees.devices.confirm.without')),
    }).checked,
  ).toBe(false);
  await console.press(() =>
    console.getByRole('button', { name: console.text('admin', 'employees.devices.confirm.submit') }),
  );
  await console.findByText(console.text('admin', 'employees.devices.erasing'));
  await console.findByRole('link', {
    name: console.text('admin', 'employees.devices.eraseNowOn', {
      device: console.text('admin', 'employees.devices.unknown'),
    }),
  });

  phone.become('ok');
  const there = await openPage({ device: phone, path: '/search' });
  await there.at('/auth/login?reason=revoked&handedOver=1');
  await there.findByText(there.text('auth', 'reason.handedOver', { count: 1 }));
  expect(
    (await phone.indexedDB.databases()).map(({ name }) => name).filter((name) => !name!.endsWith('satchel-accounts')),
  ).toEqual([]);

  const counts = await openPage({ person: company.owner, path: `/admin/employees?dialog=member&member=${userId}` });
  await counts.findByText(
    `${counts.text('admin', 'employees.devices.handedOver', { count: 1 })} · ${counts.text('admin', 'employees.devices.toReview', { count: 1 })}`,
  );
  expect(counts.queryByText(/Written in a tunnel/)).toBeNull();

  const here = await openPage({ device: new Device(url), person, path: '/settings?section=devices' });
  const waiting = await card(here);
  await within(waiting).findByText(
    new RegExp(`^${here.text('settings', 'handover.title', { count: 1, device: '' }).trim()}`),
  );
  await within(waiting).findByText('Written in a tunnel');
  await here.press(() => within(waiting).getByRole('button', { name: here.text('settings', 'handover.keep') }));
  await here.findByText(here.text('settings', 'handover.kept'));
  await until(() => expect(here.element('[data-handover]')).toBeNull());
  await here.sent();
  await until(async () =>
    expect(await (await callsOf(person))(noteCalls.get, { id: noteId })).toMatchObject({
      title: 'Written in a tunnel',
    }),
  );
});

test('after a removal from one of two organizations, its owner takes over the unsent work', async () => {
  const { phone, person, userId, noteId } = await workOffline('Written in a cellar');
  const other = await foundCompany('House of cellars');
  await join(other, person);
  await (
    await callsOf(company.owner)
  )(memberCalls.remove, { companyId: company.id, userId });
  phone.become('ok');
  const page = await openPage({ device: phone, path: '/search' });
  await page.findByText(page.text('lock', 'left.title', { name: 'House of lost devices' }));
  await page.findByText(page.text('lock', 'left.saved', { count: 1 }), { exact: false });
  expect(page.element('[data-lock-screen]')).toBeNull();
  await page.press(() =>
    within(page.element('[data-left]')!).getByRole('button', { name: page.text('common', 'close') }),
  );
  await until(() => expect(page.element('[data-left]')).toBeNull());
  await until(async () =>
    expect((await phone.indexedDB.databases()).filter(({ name }) => name!.includes(company.id))).toEqual([]),
  );

  const heir = await openPage({ device: new Device(url), person: company.owner, path: '/settings?section=devices' });
  const waiting = await card(heir);
  await within(waiting).findByText('Written in a cellar');
  await heir.press(() => within(waiting).getByRole('button', { name: heir.text('settings', 'handover.keep') }));
  await heir.findByText(heir.text('settings', 'handover.kept'));
  await heir.sent();
  await until(async () =>
    expect(await (await callsOf(company.owner))(noteCalls.get, { id: noteId })).toMatchObject({
      title: 'Written in a cellar',
    }),
  );
});

test('lost or stolen: the person chooses to save nothing, immediately or later', async () => {
  const { person, sessionId } = await workOffline('Lost in a train');
  const here = await openPage({ device: new Device(url), person, path: '/settings?section=devices' });
  const state = async () => (await here.call(deviceCalls.list, {})).sessions.find(({ id }) => id === sessionId);
  const row = (): HTMLElement =>
    within(here.getByRole('main'))
      .getAllByRole('listitem')
      .find((each) => within(each).queryByRole('button', { name: here.text('settings', 'devices.eraseNow') }))!;
  const others = (): HTMLElement[] =>
    within(here.getByRole('main'))
      .getAllByRole('listitem')
      .filter((each) => !each.textContent!.includes(here.text('settings', 'devices.current')));
  const rowOf = async (): Promise<HTMLElement> => {
    await until(() => expect(others().length).toBeGreaterThan(0));
    return others()[
      (await here.call(deviceCalls.list, {})).sessions
        .filter(({ current }) => !current)
        .findIndex(({ id }) => id === sessionId)
    ]!;
  };
  const found = await rowOf();
  await here.press(() => within(found).getByRole('button', { name: here.text('settings', 'devices.signOut') }));
  let asked = await here.dialog('alertdialog');
  await asked.findByText(here.text('settings', 'devices.revokeText'), { exact: false });
  await here.press(() => asked.getByRole('button', { name: here.text('settings', 'devices.signOut') }));
  await until(() => expect(row()).toBeDefined());
  expect(await state()).toMatchObject({ state: 'erasing', handover: true });
  await here.press(() => within(row()).getByRole('button', { name: here.text('settings', 'devices.eraseNow') }));
  asked = await here.dialog('alertdialog');
  await asked.findByText(here.text('settings', 'devices.eraseNowText'), { exact: false });
  await here.press(() => asked.getByRole('button', { name: here.text('settings', 'devices.erase') }));
  await until(() => expect(here.queryByRole('alertdialog')).toBeNull());
  expect(await state()).toMatchObject({ state: 'erasing', handover: false });
});

test('a session ended by a new password: the screens are covered, and the sign-in restores everything', async () => {
  const { phone, person, noteId } = await workOffline('Before the password');
  await (
    await callsOf(person)
  )(passwordCalls.change, { oldPassword: person.password, newPassword: 'Another-lamp-2' });
  phone.become('ok');
  const page = await openPage({ device: phone, path: '/search' });
  await page.findByRole('heading', { name: page.text('lock', 'signedOut.title') });
  await page.press(() =>
    within(page.element('[data-lock-screen]')!).getByRole('button', { name: page.text('lock', 'signedOut.signIn') }),
  );
  await page.at(/^\/auth\/login\?redirect=/);
  await page.fill(() => page.element('input[name=email]')!, person.email);
  await page.fill(() => page.element('input[name=password]')!, 'Another-lamp-2');
  await page.press(() => page.getByRole('button', { name: page.text('auth', 'signIn') }));
  await page.at('/search');
  await page.sent();
  expect(page.element('[data-lock-screen]')).toBeNull();
  expect(await page.call(noteCalls.get, { id: noteId })).toMatchObject({ title: 'Before the password' });
});
