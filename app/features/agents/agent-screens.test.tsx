/** The screens of agents: the form with stored drafts, publishing with approval, and agents disabled. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { agentCalls } from '../../../server/core/agents/contract';
import { aiProviderCalls } from '../../../server/core/ai-providers/contract';
import { noteCalls } from '../../../server/core/notes/contract';
import { projectCalls } from '../../../server/core/projects/contract';
import { callsOf, foundCompany, join, newPerson, type Company } from '../../../tests/support/component/companies';
import { Device } from '../../../tests/support/component/device';
import { openPage, until, type Page } from '../../../tests/support/component/page';
import { theServer, type Person } from '../../../tests/support/component/server';

let company: Company;
let member: Person;
beforeAll(async () => {
  company = await foundCompany('House of agents');
  member = newPerson('Mina Berg');
  await join(company, member);
});

const open = async (person: Person, path: string): Promise<Page> => {
  const page = await openPage({ device: new Device((await theServer()).url), person, path });
  await page.sent();
  return page;
};
const button =
  (page: Page, key: string, ns = 'agents') =>
  () =>
    page.getByRole('button', { name: page.text(ns, key) });
const field = (page: Page, key: string) => () =>
  page.getByRole('textbox', { name: new RegExp(`^${page.text('agents', key)}`) });
const card = (page: Page, name: string) => () => {
  const found = page.getByRole('link', { name }).closest<HTMLElement>('[data-agent]')!;
  return within(found);
};
const create = async (person: Person, name: string): Promise<string> =>
  (await (await callsOf(person))(agentCalls.create, { name, introduction: `About ${name}`, instructions: 'Be brief.' }))
    .id;

test('typed text survives a reload, and errors are shown at their fields', async () => {
  const page = await open(member, '/workshop/bots/create');
  await page.press(button(page, 'save', 'common'));
  await until(() => page.getByText(page.text('errors', 'AGENT_NAME_REQUIRED')));
  await page.fill(field(page, 'form.name'), 'Sales helper');
  await page.fill(field(page, 'form.introduction'), 'x'.repeat(101));
  await page.fill(field(page, 'form.instructions'), 'Be brief.');
  await page.press(button(page, 'save', 'common'));
  await until(() => page.getByText(page.text('agents', 'form.fault.introduction', { max: 100 })));
  await page.press(button(page, 'form.openingAdd'));
  await page.fill(
    () => page.getByRole('textbox', { name: page.text('agents', 'form.opening', { number: 1 }) }),
    'What is new?',
  );
  await until(() => expect(page.element('[data-kept=true]')).not.toBeNull());

  await page.reload();
  await until(() => page.getByText(page.text('agents', 'form.restoredNew')));
  expect((field(page, 'form.instructions')() as HTMLTextAreaElement).value).toBe('Be brief.');
  await page.fill(field(page, 'form.introduction'), 'Knows prices');
  await page.press(() => page.getByRole('switch', { name: new RegExp(page.text('agents', 'tool.web.name')) }));
  await page.press(button(page, 'save', 'common'));
  await page.at(/^\/workshop\/bots\/[^/]+$/);
  await until(() => page.getByRole('heading', { name: 'Sales helper' }));
  await page.findByText('What is new?');
  await page.findByText(page.text('agents', 'tool.web.text'));

  // the stored draft is deleted
  await page.follow('/workshop/bots/create');
  await until(() => expect((field(page, 'form.name')() as HTMLInputElement).value).toBe(''));
  await page.fill(field(page, 'form.name'), 'Sales helper');
  await page.press(button(page, 'save', 'common'));
  await until(() => page.getByText(page.text('errors', 'AGENT_NAME_EXISTED')));
});

test('a model can be chosen if the organization offers several, and a missing one is shown by name', async () => {
  const provider = { companyId: company.id, capability: 'chat' as const, url: 'http://127.0.0.1:9/v1', model: 'usual' };
  const { id } = await (await callsOf(member))(agentCalls.create, { name: 'Chooser' });
  const page = await open(member, `/workshop/bots/${id}/edit`);
  await until(field(page, 'form.name'));
  expect(page.queryByText(page.text('agents', 'form.model'))).toBeNull();
  await company.call(aiProviderCalls.save, { ...provider, moreModels: ['large', 'small'] });
  await page.reload();
  await page.press(() => page.getByRole('button', { name: new RegExp(page.text('agents', 'form.modelUsual')) }));
  await page.press(() => page.getByRole('option', { name: 'large' }));
  await page.press(button(page, 'save', 'common'));
  await page.at(/^\/workshop\/bots\/[^/]+$/);
  await page.findByText('large');
  await page.sent();
  await company.call(aiProviderCalls.save, { ...provider, moreModels: [] });
  await page.goTo(`/workshop/bots/${id}/edit`);
  await page.findByText(page.text('agents', 'form.modelGone', { model: 'large' }));
  await company.call(aiProviderCalls.remove, { companyId: company.id, capability: 'chat' });
});

test('the list has built-in agents first; agents can be searched, filtered, duplicated and deleted', async () => {
  await create(member, 'Reporter');
  const page = await open(member, '/workshop/bots');
  await until(card(page, 'Reporter'));
  const names = page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 2)).toEqual(['AI Search', 'Knowledge Bot']);
  await page.fill(() => page.getByRole('searchbox'), 'reporter');
  await until(() => expect(page.queryByText('AI Search')).toBeNull());
  const menu = () =>
    card(page, 'Reporter')().getByRole('button', { name: page.text('agents', 'actions', { name: 'Reporter' }) });
  await page.press(menu);
  await page.press(() => page.getByRole('menuitem', { name: page.text('agents', 'duplicate') }));
  await page.at(/\/edit$/);
  await until(() => expect((field(page, 'form.name')() as HTMLInputElement).value).toBe('Reporter 2'));

  await page.follow('/workshop/bots?filter=mine');
  await until(card(page, 'Reporter 2'));
  expect(page.queryByText('AI Search')).toBeNull();
  await page.press(() =>
    card(page, 'Reporter 2')().getByRole('button', { name: page.text('agents', 'actions', { name: 'Reporter 2' }) }),
  );
  await page.press(() => page.getByRole('menuitem', { name: page.text('common', 'delete') }));
  const dialog = await page.dialog('alertdialog');
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'delete') }));
  await until(() => expect(page.queryByRole('link', { name: 'Reporter 2' })).toBeNull());
});

test('an agent for the organization waits for an administrator, also if it was published offline', async () => {
  const id = await create(member, 'Guide');
  const page = await open(member, `/workshop/bots/${id}`);
  await until(() => page.getByText(page.text('agents', 'publishing.draft')));
  page.device.become('cut');
  await page.press(button(page, 'publish.open'));
  const dialog = await page.dialog();
  await page.press(() => dialog.getByText(page.text('agents', 'audience.organization.text')));
  await dialog.findByText(page.text('agents', 'publish.approval'));
  await page.press(() => dialog.getByRole('button', { name: page.text('agents', 'publish.ask') }));
  await until(() => page.getByText(page.text('agents', 'state.queued')));
  page.device.become('ok');
  await until(() => page.getByText(page.text('agents', 'publishing.waiting', { version: 1 })));

  const admin = await open(company.owner, '/workshop/bots/publish');
  const waiting = () => within(admin.element(`[data-waiting="${id}"]`)!);
  await until(() => waiting().getByText('Be brief.'));
  await admin.press(() => waiting().getByRole('button', { name: admin.text('agents', 'waiting.refuse') }));
  await until(() => admin.getByText(admin.text('agents', 'waiting.none')));

  const again = await open(member, `/workshop/bots/${id}`);
  await until(() => again.getByText(again.text('agents', 'publishing.refused', { version: 1 })));
  await (
    await callsOf(member)
  )(agentCalls.publish, { id, published: true, audience: 'organization' });
  await company.call(agentCalls.approve, { id, version: 2, isApproved: true });
  await until(() => again.getByText(again.text('agents', 'publishing.organization', { version: 2 })));
  await again.press(button(again, 'withdraw.open'));
  const asked = await again.dialog('alertdialog');
  await again.press(() => asked.getByRole('button', { name: again.text('agents', 'withdraw.open') }));
  await until(() => again.getByText(again.text('agents', 'publishing.draft')));
});

test('knowledge is a link if its creator may open it, otherwise a name', async () => {
  const call = await callsOf(member);
  const { id: projectId } = await call(projectCalls.create, { title: 'Lamps' });
  const note = await call(noteCalls.save, { projectId, title: 'Prices', content: 'Nothing yet.' });
  const { id } = await call(agentCalls.create, {
    name: 'Librarian',
    knowledge: [
      { kind: 'projects', id: projectId, title: 'Called otherwise before' },
      { kind: 'notes', id: note.id, title: 'Prices' },
      { kind: 'meetings', id: 'not0here', title: 'Of somebody else' },
    ],
  });
  const page = await open(member, `/workshop/bots/${id}`);
  const knowledge = () => within(page.getByRole('region', { name: page.text('agents', 'detail.knowledge') }));
  await until(() => knowledge().getByRole('link', { name: 'Lamps' }));
  await knowledge().findByText('Of somebody else');
  expect(knowledge().queryByRole('link', { name: 'Of somebody else' })).toBeNull();
  const link = await until(() => knowledge().getByRole('link', { name: 'Prices' }));
  expect(link.getAttribute('href')).toBe(`/project/${projectId}/note-detail/${note.id}`);
});

test('an earlier version can be restored to the draft', async () => {
  const id = await create(member, 'Historian');
  const call = await callsOf(member);
  await call(agentCalls.publish, { id, published: true });
  await call(agentCalls.update, { id, introduction: 'Newer' });
  const page = await open(member, `/workshop/bots/${id}`);
  await until(() => page.getByText(page.text('agents', 'publishing.changes')));
  await page.press(() => page.getByRole('button', { name: page.text('agents', 'versions.restoreOne', { number: 1 }) }));
  const dialog = await page.dialog('alertdialog');
  await page.press(() => dialog.getByRole('button', { name: page.text('agents', 'versions.restore') }));
  await until(() => page.getByText('About Historian'));
  await until(() => page.getByText(page.text('agents', 'versions.isDraft')));
});

test('only administrators see waiting agents', async () => {
  const page = await open(member, '/workshop/bots/publish');
  await until(() => page.getByText(page.text('errors', 'NO_PERMISSION')));
});

test('with agents disabled, own agents can still be deleted, and the administrators are named', async () => {
  const other = newPerson('Otto Stein');
  await join(company, other);
  await create(member, 'Left over');
  await company.call(agentCalls.setPermission, { mode: 'off' });
  try {
    const page = await open(member, '/workshop/bots');
    await until(() => page.getByText(new RegExp(page.text('agents', 'notEnabled.ask', { names: company.owner.name }))));
    await until(card(page, 'Left over'));
    expect(page.queryByText('AI Search')).toBeNull();
    await page.press(() =>
      card(page, 'Left over')().getByRole('button', { name: page.text('agents', 'actions', { name: 'Left over' }) }),
    );
    await until(() => page.getByRole('menuitem', { name: page.text('common', 'delete') }));
    expect(page.queryByRole('menuitem', { name: page.text('common', 'edit') })).toBeNull();

    const without = await open(other, '/workshop/bots/create');
    await until(() => without.getByText(without.text('agents', 'notEnabled.title')));
    expect(without.queryByRole('textbox')).toBeNull();
  } finally {
    await company.call(agentCalls.setPermission, { mode: 'everyone' });
  }
});

test('an administrator switches agents off and on again, and an open tab shows it without a reload', async () => {
  const reader = newPerson('Ines Roth');
  await join(company, reader);
  const page = await open(reader, '/workshop/bots');
  await until(() => page.getByText('AI Search'));
  try {
    await company.call(agentCalls.setPermission, { mode: 'off' });
    await until(() => page.getByText(page.text('agents', 'notEnabled.title')));
    expect(page.queryByText('AI Search')).toBeNull();
    expect(page.queryByRole('link', { name: page.text('agents', 'new') })).toBeNull();
  } finally {
    await company.call(agentCalls.setPermission, { mode: 'everyone' });
  }
  await until(() => page.getByText('AI Search'));
});
