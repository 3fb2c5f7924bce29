/** Agents on the home screen: in their mode, by the picker, and when they cannot be asked. */
import { beforeAll, expect, test } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { until, type Page } from '../support/component/page';
import {
  foundQuestions,
  openHome as openHomeOf,
  fieldOf,
  typeWords,
  key,
  options,
  chips,
} from '../support/component/home-screen';

let company: Company;
let plan: string;
beforeAll(async () => {
  ({ company, plan } = await foundQuestions());
});
const openHome = (of = company, path?: string) => openHomeOf(of, path);

test('in agent mode the first agent is asked, or another chosen one', async () => {
  const { page, asked, agentAsked } = await openHome();
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.agent') }));
  await page.findByText(page.text('ask', 'mode.agentText'));
  const first = page.text('agents', 'builtIn.ai-search.name');
  const second = page.text('agents', 'builtIn.knowledge-bot.name');
  const choice = (name: string) => () =>
    page.getByRole('button', { name: `${page.text('agent-chat', 'home.label')}: ${name}` });
  await until(choice(first));
  await page.fill(fieldOf(page), 'Everything about lavender');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/agent-chat\/[\w-]+$/));
  await page.goTo('/search');
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.agent') }));
  await page.press(choice(first));
  await page.press(() => page.getByRole('menuitem', { name: new RegExp(second) }));
  await until(choice(second));
  await page.fill(fieldOf(page), 'And about roses');
  await key(page, 'Enter');
  await until(() => expect(agentAsked.map(({ agentId }) => agentId)).toEqual(['ai-search', 'knowledge-bot']));
  expect(asked).toEqual([]);
  await until(() => expect(page.path()).toMatch(/^\/agent-chat\/[\w-]+$/));
  await page.goTo('/search');
  await until(() => page.getByRole('link', { name: 'Everything about lavender' }));
});

const isMode = (page: Page, mode: 'search' | 'research' | 'agent'): void =>
  expect(page.getByRole<HTMLInputElement>('radio', { name: page.text('ask', `mode.${mode}`) }).checked).toBe(true);

test.each(['@', '＠'])('offline, %s offers agents besides documents, and the chosen one is asked', async (sign) => {
  const { page, asked, agentAsked } = await openHome();
  const bot = page.text('agents', 'builtIn.knowledge-bot.name');
  page.device.become('cut');
  await typeWords(page, sign);
  await until(() => expect(options(page)).toEqual(expect.arrayContaining(['Launch', bot])));
  // documents are listed first
  expect(options(page).indexOf(bot)).toBeGreaterThan(options(page).indexOf('Launch'));
  await page.fill(fieldOf(page), `${sign}企画`);
  await page.press(() => page.getByRole('option', { name: /企画 Plan/ }));
  await typeWords(page, `What is open? ${sign}knowledge b`);
  await until(() => expect(options(page)).toEqual([bot]));
  const field = fieldOf(page)();
  await until(() => expect(field.getAttribute('aria-activedescendant')).toBe(page.getByRole('option').id));
  await key(page, 'Enter', { keyCode: 229, isComposing: true });
  isMode(page, 'search');
  await key(page, 'Enter');
  await until(() => isMode(page, 'agent'));
  expect(chips(page, 'context.answers')).toEqual([bot]);
  expect(field.value).toBe('What is open? ');
  await page.findByRole('button', { name: `${page.text('agent-chat', 'home.label')}: ${bot}` });
  expect(page.queryByText(page.text('ask', 'mode.agentDocuments'))).toBeNull();
  expect(agentAsked).toEqual([]);
  await key(page, 'Enter');
  await until(() =>
    expect(agentAsked).toMatchObject([
      { agentId: 'knowledge-bot', question: 'What is open?', context: [{ kind: 'notes', id: plan }] },
    ]),
  );
  expect(asked).toEqual([]);
  await until(() => expect(page.path()).toMatch(/^\/agent-chat\/[\w-]+$/));
});

test('removing the chip of an agent, by a press or Backspace, restores the previous mode', async () => {
  const { page } = await openHome();
  const [first, bot] = [
    page.text('agents', 'builtIn.ai-search.name'),
    page.text('agents', 'builtIn.knowledge-bot.name'),
  ];
  const name = async (agent: string): Promise<void> => {
    await page.fill(fieldOf(page), `@${agent}`);
    await page.press(() => page.getByRole('option', { name: new RegExp(`^${agent}`) }));
    await until(() => expect(chips(page, 'context.answers')).toEqual([agent]));
    isMode(page, 'agent');
  };
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.research') }));
  await name(bot);
  // another agent replaces the first
  await name(first);
  await page.press(() => page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: first }) }));
  await until(() => isMode(page, 'research'));
  expect(chips(page, 'context.answers')).toEqual([]);

  await typeWords(page, '@Launch');
  await page.press(() => page.getByRole('option', { name: /^Launch/ }));
  await name(bot);
  const back = async (): Promise<void> => {
    fieldOf(page)().setSelectionRange(0, 0);
    await key(page, 'Backspace');
  };
  await back();
  await until(() => expect(chips(page)).toEqual([]));
  expect(chips(page, 'context.answers')).toEqual([bot]);
  await back();
  await until(() => isMode(page, 'research'));
  expect(chips(page, 'context.answers')).toEqual([]);

  // choosing another mode removes the agent, too
  await name(bot);
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.search') }));
  await until(() => expect(chips(page, 'context.answers')).toEqual([]));
});

test('a message says if an agent searches no documents, was withdrawn, or may not be asked', async () => {
  const own = await foundCompany('House of agents');
  await own.call(projectCalls.create, { title: 'Launch' });
  const { id } = await own.call(agentCalls.create, { name: 'Surfer', tools: ['web'] });
  await own.call(agentCalls.publish, { id, published: true, audience: 'organization' });
  const { page, agentAsked } = await openHome(own);
  await typeWords(page, '@Launch');
  await page.press(() => page.getByRole('option', { name: /^Launch/ }));
  await typeWords(page, 'What is open? @surf');
  await page.press(() => page.getByRole('option', { name: /^Surfer/ }));
  await page.findByText(page.text('ask', 'mode.agentDocuments'));
  await key(page, 'Enter');
  expect(agentAsked).toEqual([]);
  expect(chips(page)).toEqual(['Launch']);
  await page.press(() =>
    page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: 'Launch' }) }),
  );
  await until(() => expect(page.queryByText(page.text('ask', 'mode.agentDocuments'))).toBeNull());

  await own.call(agentCalls.remove, { id });
  await page.sent();
  await until(() =>
    expect(page.queryAllByText(page.text('ask', 'mode.agentGone', { name: 'Surfer' })).length).toBeGreaterThan(0),
  );
  await key(page, 'Enter');
  expect(agentAsked).toEqual([]);
  await page.press(() =>
    page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: 'Surfer' }) }),
  );

  await own.call(agentCalls.setPermission, { mode: 'off' });
  await page.sent();
  await page.fill(fieldOf(page), '@Launch');
  await until(() => expect(options(page)).toEqual(['Launch']));
  await page.fill(fieldOf(page), '@Knowledge');
  await page.findByText(page.text('ask', 'context.none'));
});

test('a chosen agent that is withdrawn keeps its name, and the question stays in the field', async () => {
  const own = await foundCompany('House of short-lived agents');
  const { id } = await own.call(agentCalls.create, { name: 'Surfer', tools: ['web'] });
  await own.call(agentCalls.publish, { id, published: true, audience: 'organization' });
  const { page, agentAsked } = await openHome(own);
  const choice = (name: string) => () =>
    page.getByRole('button', { name: `${page.text('agent-chat', 'home.label')}: ${name}` });
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.agent') }));
  await page.press(choice(page.text('agents', 'builtIn.ai-search.name')));
  await page.press(() => page.getByRole('menuitem', { name: /Surfer/ }));
  await page.fill(fieldOf(page), 'Where are the waves?');
  await own.call(agentCalls.remove, { id });
  await page.sent();
  await page.findByText(page.text('ask', 'mode.agentGone', { name: 'Surfer' }));
  choice('Surfer')();
  await key(page, 'Enter');
  expect(agentAsked).toEqual([]);
  expect(fieldOf(page)().value).toBe('Where are the waves?');
});
