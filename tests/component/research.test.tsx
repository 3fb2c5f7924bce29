/** The screen of a research before its report: dialogue, plan, budget, work, offline, failed. */
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { FIRST_BUDGET } from '../../sync/model/kinds/researches';
import { QUESTION_SYNC } from '../../sync/protocol/background-sync';
import { backgroundSync } from '../support/component/background-sync';
import { until } from '../support/component/page';
import { report, research, researchScreen } from '../support/component/research-screen';
import { startModelServer } from '../support/model-server';

const screen = researchScreen('House of researches');

test('the open question is answered by a press or in words, or all are skipped', async () => {
  screen.at('WAITING_FOR_USER', {
    dialogue: [
      { question: 'Which tower?', choices: ['Tokyo', 'Paris'], answer: 'Tokyo' },
      { question: 'For what?', choices: ['A talk', 'A visit'], answer: '' },
    ],
  });
  const page = await screen.open();
  await screen.shows(page, 'asking');
  await page.findByText(page.text('research', 'dialogue.at', { number: 2, count: 2 }));
  await page.press(() => page.getByRole('button', { name: 'A visit' }));
  await page.fill(() => page.getByRole('textbox', { name: page.text('research', 'dialogue.own') }), 'A school lesson');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'dialogue.send') }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'dialogue.skip') }));
  await until(() =>
    expect(screen.ran).toEqual([
      ['research.answer', { id: 'rs', text: 'A visit' }],
      ['research.answer', { id: 'rs', text: 'A school lesson' }],
      ['research.answer', { id: 'rs', text: '' }],
    ]),
  );
});

test('a plan is reordered, reworded, extended and shortened, with its budget and the web, before it begins', async () => {
  const page = await screen.open();
  await screen.shows(page, 'plan');
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
  expect(screen.ran.map(([name]) => name)).not.toContain('research.begin');
  await page.fill(
    () => page.getByRole('textbox', { name: page.text('research', 'plan.question', { number: 3 }) }),
    'Who built it?',
  );
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.remove', { number: 1 }) }));
  await until(() => expect(questions()).toEqual(['How tall is it?', 'Who built it?']));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.begin') }));
  await until(() =>
    expect(screen.ran.at(-1)).toEqual(['research.begin', { id: 'rs', plan: ['How tall is it?', 'Who built it?'] }]),
  );
});

test('an earlier state of the plan that arrives after a later change is not taken over, another one is', async () => {
  const page = await screen.open();
  await screen.shows(page, 'plan');
  const question = (number: number) =>
    page.getByRole('textbox', { name: page.text('research', 'plan.question', { number }) }) as HTMLTextAreaElement;
  const questions = () => [question(1).value, question(2).value];
  const showsMinutes = (minutes: number) => page.findByText(new RegExp(`\\b${minutes} minutes`));
  await page.user.click(question(2));
  await page.fill(() => question(2), 'Who built it?');
  await page.user.tab();
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.up', { number: 2 }) }));
  await until(() => expect(questions()).toEqual(['Who built it?', 'How high is it?']));
  expect(screen.ran).toEqual([
    ['research.plan', { id: 'rs', plan: ['How high is it?', 'Who built it?'] }],
    ['research.plan', { id: 'rs', plan: ['Who built it?', 'How high is it?'] }],
  ]);
  screen.changes({ plan: ['How high is it?', 'Who built it?'], budget: { ...FIRST_BUDGET, minutes: 31 } });
  await showsMinutes(31);
  expect(questions()).toEqual(['Who built it?', 'How high is it?']);
  screen.changes({ plan: ['Who built it?', 'How high is it?'], budget: { ...FIRST_BUDGET, minutes: 32 } });
  await showsMinutes(32);
  screen.changes({ plan: ['Who paid for it?', 'How high is it?'] });
  await until(() => expect(questions()).toEqual(['Who paid for it?', 'How high is it?']));
});

test('the budget is changed within its range', async () => {
  const page = await screen.open();
  await screen.shows(page, 'plan');
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
    expect(screen.ran).toEqual([['research.plan', { id: 'rs', budget: { ...FIRST_BUDGET, minutes: 30 } }]]),
  );
});

test('kinds of sources and particular documents are chosen, and a choice of none is named', async () => {
  const own = { kinds: ['notes', 'files'] as const, context: [{ kind: 'notes' as const, id: 'n1', title: 'Costs' }] };
  screen.at('PLAN_REVIEW', { own: { ...own, kinds: [...own.kinds] }, usesWeb: false });
  const page = await screen.open();
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
    expect(screen.ran.at(-1)).toMatchObject([
      'research.plan',
      { id: 'rs', own: { kinds: ['notes', 'meetings', 'files'], context: own.context } },
    ]),
  );
  await page.press(() => page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: 'Costs' }) }));
  await until(() =>
    expect(screen.ran.at(-1)).toMatchObject(['research.plan', { own: { kinds: own.kinds, context: [] } }]),
  );
  screen.values.live = { research: research({ own: { kinds: [], context: [] }, usesWeb: false }), queued: [] };
  await page.reload();
  await page.findByText(page.text('research', 'sources.none'));
});

test('where the model has a price, the budget says what it costs at most, and can be limited by money', async () => {
  const models = await startModelServer();
  const own = { companyId: screen.company.id, capability: 'chat' as const };
  await screen.company.call(aiProviderCalls.save, {
    ...own,
    url: models.url,
    model: 'm',
    apiKey: '',
    priceInput: 1,
    priceOutput: 5,
  });
  const page = await screen.open();
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
  await until(() => expect(screen.ran).toMatchObject([['research.plan', { budget: { ...FIRST_BUDGET, money: 0.5 } }]]));
  screen.values.live = { research: research({ budget: { ...FIRST_BUDGET, money: 0.5 } }), queued: [] };
  await page.reload();
  await page.findByText(line('0.50'));
  await screen.company.call(aiProviderCalls.remove, own);
  await models.close();
});

test('the plan changes in words, and is not researched after all', async () => {
  const page = await screen.open();
  await page.fill(() => page.getByRole('textbox', { name: page.text('research', 'plan.change') }), 'Only Japan');
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.changeSend') }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'plan.cancel') }));
  await until(() =>
    expect(screen.ran).toEqual([
      ['research.answer', { id: 'rs', text: 'Only Japan' }],
      ['research.stop', { id: 'rs' }],
    ]),
  );
});

test('the work shows each step, what is read and why, and its budget, and is stopped after a question', async () => {
  screen.at('RESEARCHING', {
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
  const page = await screen.open();
  await screen.shows(page, 'working');
  const steps = within(page.getByRole('list', { name: page.text('research', 'progress.title') })).getAllByRole(
    'listitem',
  );
  expect(steps.map(({ dataset }) => dataset['stepState'])).toEqual(['done', 'running', 'failed']);
  expect(steps[1]!.textContent).toContain('tower.example');
  expect(steps[1]!.textContent).toContain(page.text('research', 'progress.why', { question: 'How high is it?' }));
  expect(steps[2]!.textContent).toContain(page.text('errors', 'WEBSITE_URL_NOT_ACCESSIBLE'));
  await page.findByText(page.text('research', 'progress.of', { used: '3', of: '20' }));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'progress.stop') }));
  const dialog = within(await page.findByRole('alertdialog'));
  await page.press(() => dialog.getByRole('button', { name: page.text('research', 'progress.stop') }));
  await until(() => expect(screen.ran).toEqual([['research.stop', { id: 'rs' }]]));
});

test('one that failed says why and is tried again; one that was stopped without findings, too', async () => {
  screen.at('FAILED', { error: 'PROVIDER_KEY_REFUSED' });
  let page = await screen.open();
  await page.findByText(new RegExp(page.text('errors', 'PROVIDER_KEY_REFUSED').slice(0, 20)));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'retry') }));
  await until(() => expect(screen.ran).toEqual([['research.retry', { id: 'rs' }]]));
  // an unknown error of a newer server, and none
  for (const error of ['BRAND_NEW_ERROR', '']) {
    screen.at('FAILED', { error });
    page = await screen.open();
    await page.findByText(page.text('research', 'state.failed'), { exact: true });
  }
  screen.at('CANCELLED');
  page = await screen.open();
  await page.findByText(page.text('research', 'state.cancelled'));
});

test('one that does not exist is said not to be found', async () => {
  screen.at('PLAN_REVIEW');
  const page = await screen.open('/research/gone0research');
  await page.findByRole('heading', { name: page.text('errors', 'DEEP_RESEARCH_NOT_FOUND') });
  // until all changes have arrived, it may be new
  await page.findByText(page.text('research', 'missing.text'));
});

test('one that may not have arrived in time is looked for again, until the server has nothing more', async () => {
  screen.at('PLAN_REVIEW');
  const { overhear } = screen.device;
  let isLate = true;
  screen.device.overhear = (message, reply) => {
    const { id, path } = message as { id?: string; path?: string[] };
    if (!isLate || path?.[0] !== 'refresh') return overhear?.(message, reply) ?? false;
    // as after five seconds without an answer
    reply({ id, type: 'RAW', value: false });
    return true;
  };
  const page = await screen.open('/research/gone0research');
  await page.findByText(page.text('common', 'missing.late'), { exact: false });
  isLate = false;
  await page.findByText(page.text('research', 'missing.text'));
});

test('one that is asked offline waits on this device; what was said waits, and what was refused has a reason', async () => {
  screen.at('DRAFT');
  screen.values.syncState = 'onDevice';
  let page = await screen.open();
  await page.findByText(page.text('research', 'state.sending'));
  const background = backgroundSync();
  try {
    screen.device.become('cut');
    await page.findByText(page.text('research', 'state.onDevice'));
    await page.findByRole('button', { name: page.text('research', 'state.takeBack') });
    await until(() => expect(background.tags).toEqual([QUESTION_SYNC]));
  } finally {
    background.end();
  }

  screen.device.become('ok');
  screen.at('RESEARCHING');
  screen.values.live.queued = [
    { id: 'c1', action: 'plan', isRefused: false, code: '' },
    { id: 'c2', action: 'begin', isRefused: false, code: '' },
  ];
  page = await screen.open();
  await screen.shows(page, 'working');
  await until(() => expect(page.queryByText(page.text('research', 'queued.begin'))).toBeNull());
  screen.device.become('cut');
  await page.findByText(page.text('research', 'queued.begin'));
  expect(page.queryByRole('button', { name: page.text('research', 'progress.stop') })).toBeNull();

  screen.device.become('ok');
  screen.at('PLAN_REVIEW');
  screen.values.live.queued = [{ id: 'c2', action: 'begin', isRefused: true, code: 'USER_SERVICE_QUOTA_EXCEEDED' }];
  page = await screen.open();
  await page.findByText(page.text('errors', 'USER_SERVICE_QUOTA_EXCEEDED'));
  await page.press(() => page.getByRole('button', { name: page.text('research', 'queued.drop') }));
  await until(() => expect(screen.ran).toEqual([['outbox.drop', { id: 'call/c2' }]]));
});

test('a reader sees plan and report of another person, and changes neither', async () => {
  screen.values.creatorId = 'somebody';
  let page = await screen.open();
  await page.findByText('When was it opened?');
  expect(page.queryByRole('button', { name: page.text('research', 'plan.begin') })).toBeNull();
  screen.at('DONE');
  screen.values.report = report();
  page = await screen.open();
  await page.findByText(page.text('research', 'report.contradictions'), { selector: 'h3' });
  expect(page.queryByRole('button', { name: page.text('research', 'followUp.send') })).toBeNull();
  expect(page.queryByRole('button', { name: page.text('research', 'feedback.send') })).toBeNull();
});
