/**
 * The console setting for the people who may use agents: everyone, chosen departments and people, or no one. Each
 * change is audited.
 */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { departmentCalls } from '../../server/organization/departments/contract';
import { callsOf, foundCompany, join, newPerson, type Company } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';

const member = newPerson('森 ミオ');
let company: Company;
let memberId: string;
let departmentId: string;
beforeAll(async () => {
  company = await foundCompany('Agent Lamps');
  memberId = await join(company, member);
  ({ id: departmentId } = await company.call(departmentCalls.create, { companyId: company.id, name: 'Glass' }));
});

const say = (page: Page, key: string, params: Record<string, string | number> = {}): string =>
  page.text('admin', key, params);
const section = (page: Page, key: string) => within(page.getByRole('region', { name: say(page, key) }));
const who = (page: Page) => section(page, 'agents.who');
const people = (page: Page) => section(page, 'agents.people');
const save = async (page: Page): Promise<void> => {
  await page.press(() => who(page).getByRole('button', { name: say(page, 'settings.save') }));
  await until(() => who(page).getByText(say(page, 'settings.saved')));
};
const mode = (page: Page, of: 'everyone' | 'chosen' | 'off') => (): HTMLElement =>
  document.querySelector<HTMLElement>(`input[name=mode][value=${of}]`) ?? who(page).getByText(of);
const isAllowed = async (): Promise<boolean> => (await (await callsOf(member))(agentCalls.permission, {})).isAllowed;

test('an administrator chooses departments and people, and switches agents off', async () => {
  const page = await openPage({ person: company.owner, path: '/admin/settings/agents' });
  await until(() => page.getByText(say(page, 'agents.noneWaiting')));
  expect(page.getByText(say(page, 'agents.noneWaiting')).getAttribute('href')).toBe('/workshop/bots/publish');
  expect(page.queryByRole('region', { name: say(page, 'agents.people') })).toBeNull();
  expect(await isAllowed()).toBe(true);

  await page.press(mode(page, 'chosen'));
  await page.press(() => who(page).getByRole('checkbox', { name: 'Glass' }));
  await save(page);
  expect(await company.call(agentCalls.permissionSetting, {})).toEqual({
    mode: 'chosen',
    userIds: [],
    departmentIds: [departmentId],
  });
  expect(await isAllowed()).toBe(false);

  await page.fill(() => people(page).getByRole<HTMLInputElement>('searchbox'), 'ミオ');
  await page.press(() => people(page).getByRole('button', { name: say(page, 'settings.admins.search') }));
  await page.press(() => people(page).getByRole('button', { name: say(page, 'agents.addOf', { name: member.name }) }));
  await until(() => people(page).getByText(say(page, 'agents.added', { name: member.name })));
  expect(await isAllowed()).toBe(true);
  expect((await company.call(agentCalls.permissionSetting, {})).userIds).toEqual([memberId]);

  // removing a department keeps the people
  await page.press(() => who(page).getByRole('checkbox', { name: 'Glass' }));
  await save(page);
  expect(await company.call(agentCalls.permissionSetting, {})).toMatchObject({
    userIds: [memberId],
    departmentIds: [],
  });

  await page.press(() =>
    people(page).getByRole('button', { name: say(page, 'agents.removeOf', { name: member.name }) }),
  );
  await until(() => who(page).getByText(say(page, 'agents.nobody')));
  expect(await isAllowed()).toBe(false);

  await page.press(mode(page, 'off'));
  await save(page);
  await until(() => expect(page.queryByRole('region', { name: say(page, 'agents.people') })).toBeNull());

  const trail = await openPage({ person: company.owner, path: '/admin/audit', language: 'ko' });
  await until(() =>
    expect(trail.getAllByText(say(trail, 'audit.actions.agent.permission')).length).toBeGreaterThanOrEqual(5),
  );
  await trail.findByText(new RegExp(`${say(trail, 'agents.mode.everyone')} → ${say(trail, 'agents.mode.chosen')}`));
});

test('the settings link to the screen, and a person without the right is redirected', async () => {
  const page = await openPage({ person: company.owner, path: '/admin/settings' });
  await until(() =>
    expect(page.getByRole('link', { name: say(page, 'settings.agents.title') }).getAttribute('href')).toBe(
      '/admin/settings/agents',
    ),
  );
  await expect((await callsOf(member))(agentCalls.permissionSetting, {})).rejects.toThrow('NO_PERMISSION');
  await expect((await callsOf(member))(agentCalls.setPermission, { mode: 'everyone' })).rejects.toThrow(
    'NO_PERMISSION',
  );
});
