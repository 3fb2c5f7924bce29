/** The screen of a research in each state, with simulated values of the live queries. */
import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { LiveResearch } from '../../sync/engine/host/api';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { markdownOfState } from '../../sync/merge/note-text';
import { FIRST_BUDGET, type Research } from '../../sync/model/kinds/researches';
import { ALL_SOURCES } from '../../sync/model/own-kinds';
import { QUESTION_SYNC } from '../../sync/protocol/background-sync';
import type { Report } from '../../sync/model/kinds/reports';
import { backgroundSync } from '../support/component/background-sync';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';
import { startModelServer } from '../support/model-server';

const BASE = { space: 'person:me', rev: '1-a', updatedAt: 1, recency: -1, abilities: [] };
const research = (fields: Partial<Research> = {}): Research => ({
  ...BASE,
  id: 'rs',
  stage: 'PLAN_REVIEW',
  question: 'How high is the tower?',
  followsId: '',
  language: 'en',
  usesWeb: true,
  dialogue: [],
  feedback: [],
  plan: ['How high is it?', 'When was it opened?'],
  budget: { ...FIRST_BUDGET },
  used: { sources: 3, tokens: 12_000, ms: 90_000 },
  steps: [],
  error: '',
  startedAt: 0,
  endedAt: 0,
  ...fields,
});
const passage = (no: number, text: string, url = '') => ({
  ...{ no, kind: 'web' as const, id: '', partId: '', title: `Tower ${no}`, url: url || `https://tower.example/${no}` },
  ...{ projectId: '', text, start: 0, at: -1, updatedAt: 1_700_000_000_000 },
});
const report = (fields: Partial<Report> = {}): Report => ({
  ...BASE,
  id: 'rp_rs',
  threadId: 'rs',
  sections: [
    {
      title: 'How high is it?',
      paragraphs: [
        [
          { text: 'The tower is 333 metres high.', learnings: [1], check: '' },
          { text: 'Some say 332.', learnings: [2], check: 'number' },
        ],
      ],
    },
    {
      title: 'When was it opened?',
      paragraphs: [[{ text: 'It opened in 1958.', learnings: [3], check: 'unsure' }]],
    },
  ],
  learnings: [
    { n: 1, claim: 'It is 333 metres high.', quote: 'is 333 metres high', source: 1 },
    { n: 2, claim: 'It is 332 metres high.', quote: 'stands 332 metres', source: 2 },
    { n: 3, claim: 'It was opened in 1958.', quote: 'opened in 1958', source: 1 },
  ],
  sources: [
    passage(1, 'The tower is 333 metres high. It was opened in 1958.'),
    passage(2, 'It stands 332 metres tall.'),
  ],
  contradictions: [{ a: 1, b: 2, about: 'The height' }],
  limits: [
    { kind: 'source', title: 'Gone', url: 'https://gone.example/', error: 'WEBSITE_URL_NOT_ACCESSIBLE', count: 0 },
  ],
  isComplete: true,
  mode: 'model',
  provider: 'test',
  model: 'test-1',
  writtenAt: 1_700_000_000_000,
  ...fields,
});

/** simulated results of commands */
const RESULTS: Record<string, object> = { 'research.start': { id: 'next' }, 'canvas.create': { id: 'cv1' } };

let company: Company;
let me = '';
let device: Device;
let values: { live: LiveResearch; report: Report | null; syncState: string; creatorId: string; style: string };
/** commands that the page has run, with their inputs */
let ran: [string, unknown][];
beforeAll(async () => {
  company = await foundCompany('House of researches');
  me = (await company.call(projectCalls.create, { title: 'Tower' })).ownerId;
});
beforeEach(async () => {
  device = new Device((await theServer()).url);
  values = {
    live: { research: research(), queued: [] },
    report: null,
    syncState: 'onServer',
    creatorId: me,
    style: '',
  };
  ran = [];
  device.overhear = (message, reply) => {
    const { id, path, argumentList } = message as {
      id?: string;
      path?: string[];
      argumentList?: { value: unknown }[];
    };
    const command = argumentList?.[0]?.value;
    if (
      path?.[0] === 'run' &&
      typeof command === 'string' &&
      /^(?:research|outbox|canvas|preferences)\./.test(command)
    ) {
      ran.push([command, argumentList![1]!.value]);
      reply({ id, type: 'RAW', value: RESULTS[command] ?? null });
      return true;
    }
    const query = message.query as { kind: string; collection?: string; id?: string } | undefined;
    if (message.live === undefined || !query) return false;
    const value =
      query.kind === 'research' && query.id === 'rs'
        ? values.live
        : query.kind === 'one' && query.collection === 'threads'
          ? thread()
          : query.kind === 'one' && query.collection === 'reports'
            ? values.report
            : query.kind === 'one' && query.collection === 'preferences' && values.style
              ? { citationStyle: values.style }
              : query.kind === 'syncState'
                ? values.syncState
                : undefined;
    if (value === undefined) return false;
    reply({ live: message.live, value });
    return true;
  };
});

const thread = () => ({
  ...BASE,
  id: 'rs',
  abilities: ['update', 'delete', 'share'],
  kind: 'research',
  title: 'How high is the tower?',
  projectId: '',
  creatorId: values.creatorId,
  status: '',
  body: '',
  shareRange: 'private',
  createdAt: 1,
});

const open = (): Promise<Page> => openPage({ device, person: company.owner, path: '/research/rs' });
const shows = (page: Page, state: string): Promise<void> =>
  until(() => expect(page.element('[data-research]')?.dataset['researchState']).toBe(state));
const at = (stage: Research['stage'], fields: Partial<Research> = {}): void => {
  values.live = { research: research({ stage, ...fields }), queued: [] };
};

test('a clarifying question is answered by a choice or in own words, or all are skipped', async () => {
  at('WAITING_FOR_USER', {
    dialogue: [
      { question: 'Which tower?', choices: ['Tokyo', 'Paris'], answer: 'Tokyo' },
      { question: 'For what?', choices: ['A talk', 'A visit'], answer: '' },
    ],
  });
  const page = await open();
  await shows(page, 'asking');
  page.getByText(page.text('research', 'dialogue.at', { number: 2, count: 2 }));
  await page.press(() => page.getByRole('button', { name: 'A visit' }));
  await page.fill(() => page.getByRole('textbox', { name: page.text('research', 'dialogue.own') }), 'A school lesson');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'dialogue.send') }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'dialogue.skip') }));
  await until(() =>
    expect(ran).toEqual([
      ['research.answer', { id: 'rs', text: 'A visit' }],
      ['research.answer', { id: 'rs', text: 'A school lesson' }],
      ['research.answer', { id: 'rs', text: '' }],
    ]),
  );
});

test('a plan is reordered, edited, extended and shortened, with budget and web search, before the start', async () => {
  const page = await open();
  await shows(page, 'plan');
  const questions = (): string[] =>
    within(page.getByRole('region', { name: page.text('research', 'plan.title') }))
      .getAllByRole('textbox', { name: /^Question \d/ })
      .map((field) => (field as HTMLInputElement).value);
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.down', { number: 1 }) }));
  await until(() => expect(questions()).toEqual(['When was it opened?', 'How high is it?']));
  await page.fill(
    () => page.getByRole('textbox', { name: page.text('research', 'plan.question', { number: 2 }) }),
    'How tall is it?',
  );
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.add') }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.begin') }));
  await page.findByText(page.text('research', 'plan.empty'));
  expect(ran.map(([name]) => name)).not.toContain('research.begin');
  await page.fill(
    () => page.getByRole('textbox', { name: page.text('research', 'plan.question', { number: 3 }) }),
    'Who built it?',
  );
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.remove', { number: 1 }) }));
  await until(() => expect(questions()).toEqual(['How tall is it?', 'Who built it?']));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.begin') }));
  await until(() =>
    expect(ran.at(-1)).toEqual([
      'research.begin',
      {
        ...{ id: 'rs', plan: ['How tall is it?', 'Who built it?'], budget: FIRST_BUDGET, usesWeb: true },
        own: ALL_SOURCES,
      },
    ]),
  );
});

test('the budget is changed within its range', async () => {
  const page = await open();
  await shows(page, 'plan');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'budget.change') }));
  const minutes = () => page.getByRole('textbox', { name: page.text('research', 'budget.minutes') });
  const write = async (value: string) => {
    await page.user.click(minutes());
    await page.fill(minutes, value);
    await page.user.tab();
  };
  await write('500');
  expect(minutes().getAttribute('aria-invalid')).toBe('true');
  await write('30');
  await until(() =>
    expect(ran).toEqual([
      [
        'research.plan',
        {
          ...{ id: 'rs', plan: research().plan, budget: { ...FIRST_BUDGET, minutes: 30 }, usesWeb: true },
          own: ALL_SOURCES,
        },
      ],
    ]),
  );
});

test('kinds of sources and documents are chosen, and an empty choice is reported', async () => {
  const own = { kinds: ['notes', 'files'] as const, context: [{ kind: 'notes' as const, id: 'n1', title: 'Costs' }] };
  at('PLAN_REVIEW', { own: { ...own, kinds: [...own.kinds] }, usesWeb: false });
  const page = await open();
  const kind = (name: 'notes' | 'meetings' | 'files' | 'pages') =>
    page.getByRole('checkbox', { name: page.text('research', `sources.kind.${name}`) }) as HTMLInputElement;
  await until(() =>
    expect((['notes', 'meetings', 'files', 'pages'] as const).map((name) => kind(name).checked)).toEqual([
      ...[true, false, true, false],
    ]),
  );
  await page.findByText(page.text('research', 'sources.onlyThese'));
  await page.press(() => kind('meetings'));
  await until(() =>
    expect(ran.at(-1)).toMatchObject([
      'research.plan',
      { id: 'rs', own: { kinds: ['notes', 'meetings', 'files'], context: own.context } },
    ]),
  );
  await page.press(() => page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: 'Costs' }) }));
  await until(() => expect(ran.at(-1)).toMatchObject(['research.plan', { own: { kinds: own.kinds, context: [] } }]));
  values.live = { research: research({ own: { kinds: [], context: [] }, usesWeb: false }), queued: [] };
  await page.reload();
  await page.findByText(page.text('research', 'sources.none'));
});

test('if the language model has a price, the budget shows the maximum cost, which can be limited', async () => {
  const models = await startModelServer();
  const own = { companyId: company.id, capability: 'chat' as const };
  await company.call(aiProviderCalls.save, {
    ...own,
    url: models.url,
    model: 'm',
    apiKey: '',
    priceInput: 1,
    priceOutput: 5,
  });
  const page = await open();
  const line = (money: string) =>
    page.text('research', 'budget.lineMoney', {
      minutes: page.text('research', 'budget.minuteCount', { count: 12, number: '12' }),
      sources: page.text('research', 'budget.sourceCount', { count: 20, number: '20' }),
      tokens: page.text('research', 'budget.tokenCount', { count: 200_000, number: '200,000' }),
      money,
    });
  await page.findByText(line('1.00'));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'budget.change') }));
  const money = () => page.getByRole('textbox', { name: page.text('research', 'budget.money') });
  await page.user.click(money());
  await page.fill(money, '0,5');
  await page.user.tab();
  await until(() => expect(ran).toMatchObject([['research.plan', { budget: { ...FIRST_BUDGET, money: 0.5 } }]]));
  values.live = { research: research({ budget: { ...FIRST_BUDGET, money: 0.5 } }), queued: [] };
  await page.reload();
  await page.findByText(line('0.50'));
  await company.call(aiProviderCalls.remove, own);
  await models.close();
});

test('the plan is changed by feedback, and the research is cancelled', async () => {
  const page = await open();
  await page.fill(() => page.getByRole('textbox', { name: page.text('research', 'plan.change') }), 'Only Japan');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.changeSend') }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.cancel') }));
  await until(() =>
    expect(ran).toEqual([
      ['research.answer', { id: 'rs', text: 'Only Japan' }],
      ['research.stop', { id: 'rs' }],
    ]),
  );
});

test('the progress shows each step with its reason, and the budget; stopping needs a confirmation', async () => {
  at('RESEARCHING', {
    steps: [
      { id: 'own/0', kind: 'own', name: 'How high is it?', state: 'done', error: '' },
      {
        id: 'p1',
        kind: 'page',
        name: 'Tower',
        url: 'https://tower.example/a',
        why: 'How high is it?',
        state: 'running',
        error: '',
      },
      {
        id: 'p2',
        kind: 'page',
        name: 'Gone',
        url: 'https://gone.example/',
        state: 'failed',
        error: 'WEBSITE_URL_NOT_ACCESSIBLE',
      },
    ],
  });
  const page = await open();
  await shows(page, 'working');
  const steps = within(page.getByRole('list', { name: page.text('research', 'progress.title') })).getAllByRole(
    'listitem',
  );
  expect(steps.map(({ dataset }) => dataset['stepState'])).toEqual(['done', 'running', 'failed']);
  expect(steps[1]!.textContent).toContain('tower.example');
  expect(steps[1]!.textContent).toContain(page.text('research', 'progress.why', { question: 'How high is it?' }));
  expect(steps[2]!.textContent).toContain(page.text('errors', 'WEBSITE_URL_NOT_ACCESSIBLE'));
  page.getByText(page.text('research', 'progress.of', { used: '3', of: '20' }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'progress.stop') }));
  const dialog = within(await page.findByRole('alertdialog'));
  await page.press(() => dialog.getByRole('button', { name: page.text('research', 'progress.stop') }));
  await until(() => expect(ran).toEqual([['research.stop', { id: 'rs' }]]));
});

test('a report has contents, cited and marked sentences, contradictions, figures, limits and sources', async () => {
  at('DONE');
  values.report = report();
  const page = await open();
  await shows(page, 'report');
  // the report may arrive after the research
  await until(() => expect(page.element('[data-report]')?.dataset['report']).toBe('report'));
  const contents = within(page.getAllByRole('navigation', { name: page.text('research', 'report.contents') })[0]!);
  contents.getAllByRole('link', { name: 'When was it opened?', hidden: true });
  const article = page.element('article')!;
  expect(article.querySelector('[data-check="unsure"]')?.textContent).toContain(page.text('research', 'report.unsure'));
  expect(article.querySelector('[data-check="number"]')?.textContent).toContain(page.text('research', 'report.number'));
  const contradictions = within(page.getByRole('region', { name: page.text('research', 'report.contradictions') }));
  contradictions.getByText('It is 333 metres high.');
  contradictions.getByText('It is 332 metres high.');
  const figures = within(page.getByRole('table'));
  expect(
    figures
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')!.textContent),
  ).toEqual(['333 metres', '332 metres', '1958']);
  // the year is in the table, but not in a chart
  const [chart, ...otherCharts] = article.querySelectorAll<HTMLElement>('[data-figure-chart]');
  expect(otherCharts).toEqual([]);
  await until(() =>
    within(chart!).getByRole('img', { name: page.text('research', 'report.chartLabel', { unit: 'metres' }) }),
  );
  const limits = page.getByRole('region', { name: page.text('research', 'report.limits') });
  expect(limits.textContent).toContain(page.text('research', 'limit.source', { title: 'Gone' }));
  expect(
    within(page.getByRole('region', { name: page.text('research', 'report.sources') })).getAllByText(/^Tower/),
  ).toHaveLength(2);

  const name = page.text('chat', 'source.card', { n: 1, title: 'Tower 1' });
  await page.press(() => within(article.querySelector('#section-1')! as HTMLElement).getByRole('button', { name }));
  const card = await page.dialog();
  card.getByText('is 333 metres high');
  await page.press(() => card.getByRole('button', { name: page.text('chat', 'source.passage') }));
  await until(() => expect(page.element('[data-stored-passage] mark')?.textContent).toBe('is 333 metres high'));
});

test('if the report could not be written, the reason is shown above the findings', async () => {
  at('PARTIAL', { error: 'DEEP_RESEARCH_REPORT_ERROR' });
  values.report = report({
    isComplete: false,
    limits: [{ kind: 'stopped', title: '', url: '', error: 'PROVIDER_KEY_REFUSED', count: 0 }],
  });
  const page = await open();
  await until(() => expect(page.element('[data-report]')).not.toBeNull());
  const line = page.getByText(page.text('errors', 'DEEP_RESEARCH_REPORT_ERROR'));
  expect(line.closest('[role="alert"]')).not.toBeNull();
  expect(line.compareDocumentPosition(page.element('[data-report]')!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const limits = page.getByRole('region', { name: page.text('research', 'report.limits') });
  expect(limits.textContent).toContain(page.text('errors', 'PROVIDER_KEY_REFUSED'));
});

test('only a section with merely close passages has a notice about that', async () => {
  at('PARTIAL');
  values.report = report({
    mode: 'extractive',
    isComplete: false,
    contradictions: [],
    limits: [{ kind: 'closest', title: 'How high is it?', url: '', error: '', count: 0 }],
  });
  const page = await open();
  await until(() => expect(page.element('[data-report]')).not.toBeNull());
  const text = page.text('research', 'limit.closest', { title: 'How high is it?' });
  within(page.element('#section-1')! as HTMLElement).getByText(text);
  expect(page.element('#section-2')!.textContent).not.toContain(text);
  expect(page.getByRole('region', { name: page.text('research', 'report.limits') }).textContent).toContain(text);
});

test('the citation style can be chosen in the settings, too', async () => {
  values.style = 'footnotes';
  const page = await openPage({ device, person: company.owner, path: '/settings?section=profile' });
  const label = page.text('research', 'citation.label');
  const select = (): HTMLElement => page.getByRole('button', { name: new RegExp(label) });
  await page.findByRole('button', { name: new RegExp(label) });
  expect(select().textContent).toContain(page.text('research', 'citation.footnotes'));
  page.getByText(
    page.text('settings', 'citationHint', { example: page.text('research', 'citation.footnotesExample') }),
  );
  await page.press(select);
  await page.press(() => page.getByRole('option', { name: page.text('research', 'citation.authorDate') }));
  await until(() => expect(ran).toEqual([['preferences.update', { citationStyle: 'authorDate' }]]));
});

test('a document is made from a report offline, with the sources', async () => {
  at('DONE');
  values.report = report();
  const page = await open();
  const name = page.text('chat', 'openAsDocument');
  await page.findByRole('button', { name });
  device.become('cut');
  await page.press(() => page.getByRole('button', { name }));
  await page.at(/^\/canvas\/cv1$/);
  const [command, input] = ran.at(-1) as [string, { turnId: string; title: string; state: Uint8Array }];
  expect([command, input.turnId, input.title]).toEqual(['canvas.create', 'rp_rs', 'How high is the tower?']);
  const text = markdownOfState(input.state);
  expect(text).toContain('The tower is 333 metres high.');
  expect(text).toContain('https://tower.example/2');
});

test('a reader of a private report cannot make a document from it', async () => {
  at('DONE');
  values.report = report();
  values.creatorId = 'somebody';
  const page = await open();
  await page.findByText(page.text('research', 'report.contradictions'), { selector: 'h3' });
  expect(page.queryByRole('button', { name: page.text('chat', 'openAsDocument') })).toBeNull();
});

test('sources are cited in the style of the person, which the menu changes', async () => {
  at('DONE');
  values.report = report();
  values.style = 'authorDate';
  const page = await open();
  await page.findByText(page.text('research', 'report.contradictions'), { selector: 'h3' });
  await until(() => expect(page.element('#section-1')!.textContent).toContain('(“Tower 1”, n.d.)'));
  const sources = page.getByRole('region', { name: page.text('research', 'report.sources') });
  expect(sources.querySelector('[data-reference]')!.textContent).toMatch(
    /^Tower 1\. \(n\.d\.\)\. tower\.example\. Retrieved November \d+, 2023, from https:\/\/tower\.example\/1$/,
  );
  await page.press(() =>
    within(page.element('#section-1')! as HTMLElement).getByRole('button', { name: '(“Tower 1”, n.d.)' }),
  );
  (await page.dialog()).getByText('is 333 metres high');
  await page.user.keyboard('{Escape}');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'menu') }));
  await page.press(() =>
    page.getByRole('menuitem', { name: new RegExp(`^${page.text('research', 'citation.footnotes')}`) }),
  );
  await until(() => expect(ran).toEqual([['preferences.update', { citationStyle: 'footnotes' }]]));
});

test('a further research on a section is started, and feedback on the report is stored', async () => {
  at('DONE', { feedback: ['Too short'] });
  values.report = report();
  const page = await open();
  await page.press(() =>
    page.getByRole('button', { name: page.text('research', 'report.deeperOf', { title: 'How high is it?' }) }),
  );
  const field = page.getByRole('textbox', { name: page.text('research', 'followUp.label') }) as HTMLTextAreaElement;
  await until(() => expect(field.value).toBe('How high is it?'));
  expect(document.activeElement).toBe(field);
  page.getByText('Too short');
  await page.fill(() => page.getByRole('textbox', { name: page.text('research', 'feedback.label') }), 'Costs?');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'feedback.send') }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'followUp.send') }));
  await until(() =>
    expect(ran).toEqual([
      ['research.answer', { id: 'rs', text: 'Costs?' }],
      [
        'research.start',
        { question: 'How high is it?', projectId: '', usesWeb: true, language: 'en', followsId: 'rs' },
      ],
    ]),
  );
  await page.at(/^\/research\/next$/);
});

test('a result without a language model is called a source dossier, never a report', async () => {
  at('DONE');
  values.report = report({
    mode: 'extractive',
    model: '',
    contradictions: [],
    sections: [{ title: 'How high is it?', paragraphs: [[{ text: 'is 333 metres high', learnings: [1], check: '' }]] }],
  });
  const page = await open();
  await page.findByText(page.text('research', 'report.dossier'));
  await until(() => expect(page.element('[data-report]')?.dataset['report']).toBe('dossier'));
  expect(page.element('article blockquote')!.textContent).toBe('is 333 metres high');
  expect(page.queryByText(page.text('research', 'report.report'))).toBeNull();
});

test('a partial report is shown as such, and a stopped research can be continued', async () => {
  at('PARTIAL');
  values.report = report({
    isComplete: false,
    limits: [{ kind: 'stopped', title: '', url: '', error: '', count: 0 }],
  });
  const page = await open();
  await page.findByText(page.text('research', 'report.partial'));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'report.continue') }));
  await until(() => expect(ran).toEqual([['research.retry', { id: 'rs' }]]));
});

test('a failed research shows the reason and can be retried; so can one stopped without findings', async () => {
  at('FAILED', { error: 'PROVIDER_KEY_REFUSED' });
  let page = await open();
  await page.findByText(new RegExp(page.text('errors', 'PROVIDER_KEY_REFUSED').slice(0, 20)));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'retry') }));
  await until(() => expect(ran).toEqual([['research.retry', { id: 'rs' }]]));
  at('CANCELLED');
  page = await open();
  await page.findByText(page.text('research', 'state.cancelled'));
});

test('offline, a new research and its unsent calls are shown as waiting; refused calls show the reason', async () => {
  at('DRAFT');
  values.syncState = 'onDevice';
  let page = await open();
  await page.findByText(page.text('research', 'state.sending'));
  const background = backgroundSync();
  try {
    device.become('cut');
    await page.findByText(page.text('research', 'state.onDevice'));
    await page.findByRole('button', { name: page.text('research', 'state.takeBack') });
    await until(() => expect(background.tags).toEqual([QUESTION_SYNC]));
  } finally {
    background.end();
  }

  device.become('ok');
  at('RESEARCHING');
  values.live.queued = [
    { id: 'c1', action: 'plan', isRefused: false, code: '' },
    { id: 'c2', action: 'begin', isRefused: false, code: '' },
  ];
  page = await open();
  await shows(page, 'working');
  await until(() => expect(page.queryByText(page.text('research', 'queued.begin'))).toBeNull());
  device.become('cut');
  await page.findByText(page.text('research', 'queued.begin'));
  expect(page.queryByRole('button', { name: page.text('research', 'progress.stop') })).toBeNull();

  device.become('ok');
  at('PLAN_REVIEW');
  values.live.queued = [{ id: 'c2', action: 'begin', isRefused: true, code: 'USER_SERVICE_QUOTA_EXCEEDED' }];
  page = await open();
  await page.findByText(page.text('errors', 'USER_SERVICE_QUOTA_EXCEEDED'));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'queued.drop') }));
  await until(() => expect(ran).toEqual([['outbox.drop', { id: 'call/c2' }]]));
});

test('a reader sees plan and report of another person, and can change neither', async () => {
  values.creatorId = 'somebody';
  let page = await open();
  await page.findByText('When was it opened?');
  expect(page.queryByRole('button', { name: page.text('research', 'plan.begin') })).toBeNull();
  at('DONE');
  values.report = report();
  page = await open();
  await page.findByText(page.text('research', 'report.contradictions'), { selector: 'h3' });
  expect(page.queryByRole('button', { name: page.text('research', 'followUp.send') })).toBeNull();
  expect(page.queryByRole('button', { name: page.text('research', 'feedback.send') })).toBeNull();
});
