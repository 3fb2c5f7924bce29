/** Chats with agents in each state, with simulated values of the live queries. */
import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { LiveAgentWork, QueuedDecision } from '../../sync/engine/host/api';
import type { AgentProposal, AgentStep, AgentWork } from '../../sync/model/kinds/agent-works';
import type { Turn } from '../../sync/model/kinds/turns';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { answerCommand, commandOf } from '../support/component/scripted-commands';
import { theServer } from '../support/component/server';

const BASE = { space: 'person:me', rev: '1-a', updatedAt: 1, recency: -1, abilities: [] };
const step = (fields: Partial<AgentStep>): AgentStep => ({
  ...{ id: 's1', kind: 'own', text: 'lamps', state: 'done', found: 3, error: '' },
  ...fields,
});
const proposal = (fields: Partial<AgentProposal>): AgentProposal => ({
  ...{ id: 's2', kind: 'web', text: 'lamp delivery', items: [], state: 'open', subjectId: '', error: '', decidedAt: 0 },
  ...fields,
});

let company: Company;
let me = '';
let project = '';
let note = '';
let device: Device;
let values: {
  agentId: string;
  isAgentTest: boolean;
  kind: string;
  turn: Partial<Turn>;
  answer: object | null;
  work: Partial<AgentWork> | null;
  queued: QueuedDecision[];
  settings: object | null;
  syncState: 'onDevice' | null;
};
/** Sends the present work to the live queries of the screen. */
let tell: () => void;
/** commands that the page has run, with their inputs */
let ran: [string, unknown][];

const liveWork = (): LiveAgentWork => ({
  queued: values.queued,
  work: values.work && {
    ...BASE,
    ...{ id: 'aw_t1', threadId: 'ch', agentId: values.agentId, version: 0, creatorId: me, stage: 'waiting' },
    ...{ steps: [], proposals: [], tokens: 0, limit: '' },
    ...values.work,
  },
});
const thread = () => ({
  ...BASE,
  ...{ id: 'ch', abilities: ['update', 'delete', 'share'], kind: values.kind, title: 'When do the lamps arrive?' },
  ...{ projectId: '', agentId: values.agentId, isAgentTest: values.isAgentTest, creatorId: me, status: '', body: '' },
  ...{ shareRange: 'private', createdAt: 1 },
});
const turn = () => ({
  ...BASE,
  ...{ id: 't1', parentId: 'ch', position: 0, followsId: '', creatorId: me, question: 'When do the lamps arrive?' },
  ...{ context: [], fileIds: [], usesWeb: true, language: 'en', state: 'SUCCEEDED', error: '', createdAt: 1 },
  ...values.turn,
});
const answer = (fields: object = {}) => ({
  ...BASE,
  ...{ id: 't1', parentId: 't1', text: 'In May.', citations: [], sources: [], failed: [], mode: 'model' },
  ...{ leftOut: { turns: 0, passages: 0 }, isClosest: false, isComplete: true, provider: 'test', model: 'test-1' },
  ...fields,
});

beforeAll(async () => {
  company = await foundCompany('House of agents');
  const made = await company.call(projectCalls.create, { title: 'Lamps' });
  me = made.ownerId;
  project = made.id;
  note = (await company.call(noteCalls.save, { projectId: project, title: 'To do', content: 'Nothing yet.' })).id;
});
beforeEach(async () => {
  device = new Device((await theServer()).url);
  values = {
    ...{ agentId: 'ai-search', isAgentTest: false, kind: 'task', turn: {}, answer: null, work: null, queued: [] },
    ...{ settings: null, syncState: null },
  };
  ran = [];
  device.overhear = (message, reply) => {
    const command = commandOf(message, reply);
    if (command && /^(?:agent|outbox|chat)\./.test(command.name)) {
      ran.push([command.name, command.input]);
      command.resolve(command.name === 'agent.ask' ? { threadId: 'ch', turnId: 't2' } : null);
      return true;
    }
    const query = message.query as
      { kind: string; collection?: string; id?: string; turnId?: string; selector?: { parentId?: string } } | undefined;
    if (message.live === undefined || !query) return false;
    const value = valueOf(query);
    if (value === undefined) return false;
    reply({ live: message.live, value });
    if (query.kind === 'agentWork') tell = () => reply({ live: message.live, value: liveWork() });
    return true;
  };
});
function valueOf(query: {
  kind: string;
  collection?: string;
  id?: string;
  turnId?: string;
  selector?: { parentId?: string };
}): unknown {
  const { kind, collection, id, turnId, selector } = query;
  if (kind === 'agentWork' && turnId === 't1') return liveWork();
  if (kind === 'answer' && turnId === 't1')
    return { answer: values.answer, live: { text: '', activity: null, isLost: false } };
  if (kind === 'one' && collection === 'threads' && id === 'ch') return thread();
  if (kind === 'one' && collection === 'agentSettings') return values.settings;
  if (kind === 'syncState' && collection === 'turns') return values.syncState;
  if (kind === 'find' && collection === 'turns' && selector?.parentId === 'ch') return [turn()];
  return undefined;
}

const open = (path = '/agent-chat/ch'): Promise<Page> => openPage({ device, person: company.owner, path });
const t = (page: Page, key: string, params = {}): string => page.text('agent-chat', key, params);
const card = (page: Page, kind: string): HTMLElement => page.element(`[data-proposal="${kind}"]`)!;
const shown = async (page: Page, kind: string) => {
  await until(() => expect(card(page, kind)).toBeTruthy());
  return within(card(page, kind));
};
const button = (page: Page, kind: string, key: string) => () =>
  within(card(page, kind)).getByRole('button', { name: t(page, key) });

test('a proposal to send data outside shows its exact text, and is confirmed or declined', async () => {
  values.work = {
    steps: [step({}), step({ id: 's2', kind: 'web', text: 'lamp delivery', state: 'waiting', found: 0 })],
    proposals: [proposal({}), proposal({ id: 's3', kind: 'page', text: 'https://lamps.example/a' })],
  };
  const page = await open();
  const web = await shown(page, 'web');
  await web.findByRole('heading', { name: t(page, 'proposal.web.title') });
  expect(card(page, 'web').querySelector('[data-proposal-text]')!.textContent).toBe('lamp delivery');
  expect(card(page, 'page').querySelector('[data-proposal-text]')!.textContent).toBe('https://lamps.example/a');
  expect(page.element('[data-turn-state]')!.dataset['turnState']).toBe('waitsForYou');
  const steps = within(page.getByRole('list', { name: t(page, 'steps.label') })).getAllByRole('listitem');
  expect(steps.map(({ dataset }) => dataset['stepState'])).toEqual(['done', 'waiting']);
  expect(steps[0]!.textContent).toContain(t(page, 'steps.found', { count: 3 }));
  // announced to screen readers
  expect(page.getAllByRole('status').some(({ textContent }) => textContent?.includes('lamp delivery'))).toBe(true);
  await page.press(button(page, 'web', 'proposal.confirm'));
  await page.press(button(page, 'page', 'proposal.decline'));
  await until(() =>
    expect(ran).toEqual([
      ['agent.decide', { turnId: 't1', proposalId: 's2', isConfirmed: true, projectId: '', noteId: '' }],
      ['agent.decide', { turnId: 't1', proposalId: 's3', isConfirmed: false }],
    ]),
  );
  // it cannot be decided again
  await until(() => expect(within(card(page, 'web')).queryAllByRole('button')).toEqual([]));
});

test('a checklist is confirmed for a chosen note, and a note for a chosen project', async () => {
  values.answer = answer();
  values.work = {
    proposals: [
      proposal({ kind: 'note', text: 'Delivery' }),
      proposal({ id: 's3', kind: 'checklist', text: '', items: ['Call Mei', 'Book a room'] }),
    ],
  };
  const page = await open();
  const list = await shown(page, 'checklist');
  expect(
    within(list.getByRole('list', { name: t(page, 'proposal.checklist.items') }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Call Mei', 'Book a room']);
  expect(button(page, 'checklist', 'proposal.confirm')().matches('[disabled], [aria-disabled]')).toBe(true);
  expect(button(page, 'note', 'proposal.confirm')().matches('[disabled], [aria-disabled]')).toBe(true);
  await page.user.click(await list.findByRole('combobox', { name: t(page, 'place.note') }));
  await page.user.keyboard('to do');
  await page.press(() => page.getByRole('option', { name: /To do/ }));
  await page.press(button(page, 'checklist', 'proposal.confirm'));
  await until(() =>
    expect(ran).toEqual([
      ['agent.decide', { turnId: 't1', proposalId: 's3', isConfirmed: true, projectId: '', noteId: note }],
    ]),
  );
});

test('for a question about a project, the note is proposed for that project', async () => {
  values.turn = { context: [{ kind: 'projects', id: project, title: 'Lamps' }] };
  values.answer = answer();
  values.work = { proposals: [proposal({ kind: 'note', text: 'Delivery' })] };
  const page = await open();
  await shown(page, 'note');
  await page.press(button(page, 'note', 'proposal.confirm'));
  await until(() => expect(ran[0]![1]).toMatchObject({ isConfirmed: true, projectId: project }));
});

test('a created document is opened and undone; a declined, undone or failed proposal shows its state', async () => {
  values.answer = answer();
  values.work = {
    stage: 'done',
    proposals: [
      proposal({ kind: 'note', text: 'Delivery', state: 'confirmed', subjectId: note, decidedAt: 1 }),
      proposal({ id: 's3', kind: 'checklist', text: '', items: ['a'], state: 'undone', subjectId: note, decidedAt: 1 }),
      proposal({ id: 's4', kind: 'research', text: 'Why?', state: 'failed', error: 'HTTP_500', decidedAt: 1 }),
    ],
  };
  const page = await open();
  const made = await shown(page, 'note');
  await made.findByText(t(page, 'result.note'));
  await until(() =>
    expect(made.getByRole('link', { name: t(page, 'result.openNote') }).getAttribute('href')).toContain(note),
  );
  await within(card(page, 'checklist')).findByText(t(page, 'result.undone'));
  expect(within(card(page, 'checklist')).queryAllByRole('button')).toEqual([]);
  expect(card(page, 'research').textContent).toContain(page.text('errors', 'HTTP_500'));
  await page.press(button(page, 'note', 'result.undo'));
  await until(() => expect(ran).toEqual([['agent.undo', { turnId: 't1', proposalId: 's2' }]]));
});

test('a refused decision shows the reason, and can be sent again or dismissed', async () => {
  values.work = { proposals: [proposal({})] };
  values.queued = [
    {
      id: 'c1',
      action: 'decide',
      proposalId: 's2',
      isConfirmed: true,
      isRefused: true,
      mayHaveArrived: false,
      code: 'AGENT_NOT_ENABLED',
    },
  ];
  const page = await open();
  const web = await shown(page, 'web');
  expect(web.getByRole('alert').textContent).toBe(page.text('errors', 'AGENT_NOT_ENABLED'));
  await page.press(() => web.getByRole('button', { name: page.text('common', 'retry') }));
  await page.press(button(page, 'web', 'decision.drop'));
  await until(() =>
    expect(ran).toEqual([
      ['outbox.retry', { id: 'call/c1' }],
      ['outbox.drop', { id: 'call/c1' }],
    ]),
  );
});

test('a decision that was dropped from the outbox before it was sent is asked for again', async () => {
  values.work = { proposals: [proposal({})] };
  const sent = {
    id: 'c1',
    action: 'decide',
    proposalId: 's2',
    isConfirmed: true,
    isRefused: false,
    mayHaveArrived: false,
    code: '',
  } as const;
  values.queued = [sent];
  const page = await open();
  const web = await shown(page, 'web');
  await until(() => web.getByText(t(page, 'decision.confirmed')));
  expect(page.queryByText(t(page, 'state.waitsForYou'))).toBeNull();
  // dropped in another tab
  values.queued = [];
  tell();
  await until(() => button(page, 'web', 'proposal.confirm')());
  await page.findByText(t(page, 'state.waitsForYou'));
});

test('between a decision and the run that it starts, the question is not shown as answered', async () => {
  values.work = { stage: 'working', proposals: [proposal({ state: 'confirmed', decidedAt: 1 })] };
  values.answer = answer({ text: '', isComplete: false, mode: 'extractive' });
  const page = await open();
  await until(() => expect(page.element('[data-turn-state]')!.dataset['turnState']).toBe('waiting'));
  await page.findByText(page.text('chat', 'activity.waiting'));
});

test('an answer names the limit that was reached', async () => {
  values.answer = answer();
  values.work = { stage: 'done', limit: 'steps', steps: [step({})] };
  const page = await open();
  await page.findByText(t(page, 'limit.steps', { count: 20 }));
  await page.findByText('In May.');
});

test('without any step, the missing model of the agent is named', async () => {
  values.answer = answer();
  values.work = { stage: 'done', missingModel: 'withdrawn' };
  const page = await open();
  await page.findByText(t(page, 'missingModel', { model: 'withdrawn' }));
  expect(page.queryByRole('list', { name: t(page, 'steps.label') })).toBeNull();
});

test('an answer names what its agent cannot do without a language model and a search service', async () => {
  values.answer = answer();
  values.work = { stage: 'done', steps: [step({})], unable: ['web', 'note', 'research'] };
  const page = await open();
  const tools = `${t(page, 'step.note')} and ${t(page, 'step.research')}`;
  await page.findByText(t(page, 'unable.model', { tools }));
  await page.findByText(t(page, 'unable.web'));
  values.work = { ...values.work, unable: ['web'] };
  tell();
  await until(() => expect(page.queryByText(new RegExp(t(page, 'step.research')))).toBeNull());
});

test('without a language model, an agent says before a question what it cannot do', async () => {
  const { id } = await company.call(agentCalls.create, { name: 'Clerk', tools: ['own', 'note'] });
  await company.call(agentCalls.publish, { id, published: true, audience: 'self' });
  const page = await open(`/agent-chat?agent=${id}`);
  await page.findByText(t(page, 'unable.model', { tools: t(page, 'step.note') }));
  // one that changes nothing can do everything
  await page.goTo('/agent-chat?agent=knowledge-bot');
  await page.findByRole('button', { name: page.text('agents', 'builtIn.knowledge-bot.opening.first') });
  expect(page.queryByText(new RegExp(t(page, 'step.note')))).toBeNull();
});

test('an answer of an agent that found nothing says that its web search failed', async () => {
  const failed = [{ title: '', url: '', error: 'DEEP_RESEARCH_SERP_ERROR' }];
  values.answer = answer({ mode: 'extractive', text: '', citations: [], sources: [], failed });
  values.work = { stage: 'done', steps: [step({ kind: 'web', state: 'failed', found: 0 })] };
  const page = await open();
  await until(() =>
    expect(page.element('[data-nothing-found]')!.textContent).toContain(page.text('chat', 'nothing.webFailed')),
  );
});

test('an answer of an agent that found nothing says what the agent searched, not “your sources”', async () => {
  const { id } = await company.call(agentCalls.create, { name: 'Archivist', tools: ['own', 'web'] });
  values.agentId = id;
  const nothing = { mode: 'extractive', text: '', citations: [], sources: [] };
  values.answer = answer(nothing);
  values.work = { stage: 'done', steps: [step({ found: 0 })] };
  const page = await open();
  const said = (): string => page.element('[data-nothing-found]')!.textContent!;
  const words = (key: string, params = {}): string => page.text('chat', `nothing.${key}`, params);
  await until(() => expect(said()).toContain(words('searchedByAgent', { name: 'Archivist' })));
  expect(said()).toContain(words('titleOfAgent'));
  expect(said()).not.toContain(words('searchedAll'));
  expect(said()).not.toContain(words('title'));
  // it proposed a web search, which was declined
  expect(said()).not.toContain(words('searchedWeb'));
  values.work = { stage: 'done', steps: [step({ kind: 'web', found: 0 })] };
  tell();
  await until(() => expect(said()).toContain(words('searchedWeb')));
  expect(said()).not.toContain(words('searchedByAgent', { name: 'Archivist' }));
  // a built-in agent searches everything
  values.agentId = 'ai-search';
  values.work = { stage: 'done', steps: [step({ found: 0 })] };
  tell();
  await until(() => expect(said()).toContain(words('searchedAll')));
  expect(said()).toContain(words('title'));
});

test('passages that an agent found without a model are named as its own', async () => {
  const { id } = await company.call(agentCalls.create, { name: 'Porter', tools: ['own'] });
  values.agentId = id;
  const source = {
    ...{ no: 1, kind: 'notes', id: note, partId: '', title: 'To do', url: '', projectId: project },
    ...{ text: 'The lamps arrive in May.', start: 0, at: -1, updatedAt: 1 },
  };
  const citations = [{ n: 1, source: 1, quote: 'The lamps arrive in May.' }];
  values.answer = answer({ mode: 'extractive', text: '', citations, sources: [source] });
  values.work = { stage: 'done', steps: [step({})] };
  const page = await open();
  await page.findByRole('region', { name: page.text('chat', 'extractive.byAgent', { name: 'Porter' }) });
});

test('the chat of a deleted agent is read-only', async () => {
  values.agentId = 'gone0agent';
  values.answer = answer();
  values.work = { proposals: [proposal({}), proposal({ id: 's3', kind: 'research', text: 'Why?' })] };
  const page = await open();
  await page.findByText(t(page, 'closed.gone'));
  await page.findByRole('heading', { name: /When do the lamps arrive/, level: 1 });
  expect(page.queryByRole('textbox', { name: page.text('chat', 'composer.label') })).toBeNull();
  // confirming a web search would need the agent, confirming a research would not
  expect((await shown(page, 'web')).queryByRole('button', { name: t(page, 'proposal.confirm') })).toBeNull();
  button(page, 'web', 'proposal.decline')();
  button(page, 'research', 'proposal.confirm')();
});

test('with agents disabled, the administrators are named, and chats are read-only', async () => {
  values.settings = { ...BASE, id: 'x', mode: 'off', userIds: [], departmentIds: [] };
  values.answer = answer();
  const page = await open();
  await page.findByText(t(page, 'closed.disabled'));
  await page.goTo('/agent-chat');
  await page.findByText(t(page, 'disabled.text'));
});

test('an address for the wrong kind of chat redirects to the right one', async () => {
  const page = await open('/project-chat/ch');
  await until(() => expect(page.path()).toBe('/agent-chat/ch'));
  values.kind = 'search';
  await page.goTo('/search');
  await page.goTo('/agent-chat/ch');
  await until(() => expect(page.path()).toBe('/project-chat/ch'));
});

test('a question that is taken back with its chat returns to the field of its agent', async () => {
  values.agentId = 'knowledge-bot';
  values.turn = { state: 'READY' };
  values.syncState = 'onDevice';
  answerCommand(device, 'chat.stop', ({ resolve }) => resolve({ isTakenBack: true }));
  const page = await open();
  await page.findByText(page.text('chat', 'state.sending'));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'state.takeBack') }));
  await page.at('/agent-chat?agent=knowledge-bot');
  const field = (): HTMLTextAreaElement => page.getByRole('textbox', { name: t(page, 'start.label') });
  await until(() => expect(field().value).toBe('When do the lamps arrive?'));
});

test('a chat starts with an agent that is chosen, and a question that the agent suggests', async () => {
  const page = await open('/agent-chat');
  await page.press(() => page.getByRole('link', { name: page.text('agents', 'builtIn.knowledge-bot.name') }));
  await until(() => expect(page.path()).toBe('/agent-chat?agent=knowledge-bot'));
  const opening = page.text('agents', 'builtIn.knowledge-bot.opening.first');
  await page.press(() => page.getByRole('button', { name: opening }));
  await until(() =>
    expect(ran[0]).toEqual([
      'agent.ask',
      {
        ...{ question: opening, context: [], fileIds: [], usesWeb: false },
        ...{ agentId: 'knowledge-bot', isTest: false, language: 'en' },
      },
    ]),
  );
  await until(() => expect(page.path()).toBe('/agent-chat/ch'));
});

test('a question that the agent suggests does not use the web where the person has excluded it', async () => {
  const provider = { capability: 'search', kind: 'searxng', url: 'http://127.0.0.1:9' } as const;
  await company.call(aiProviderCalls.save, { companyId: company.id, ...provider });
  const page = await open('/agent-chat?agent=ai-search');
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'scope.web') }));
  await page.findByText(page.text('ask', 'scope.webOff'));
  const opening = page.text('agents', 'builtIn.ai-search.opening.first');
  await page.press(() => page.getByRole('button', { name: opening }));
  await until(() => expect(ran[0]?.[1]).toMatchObject({ question: opening, usesWeb: false }));
});
