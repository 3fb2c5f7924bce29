/** The chat screen in each state of a question, with simulated values of the live queries. */
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { QUESTION_SYNC } from '../../sync/protocol/background-sync';
import { backgroundSync } from '../support/component/background-sync';
import { openPage, until } from '../support/component/page';
import { answer, NOTHING_LIVE, simulatedChat, THREAD, turn } from '../support/component/simulated-chat';

const chat = simulatedChat();
const { push, open, working, overhearCommand } = chat;
const overhearQuestions = (asked: unknown[]): void =>
  overhearCommand('chat.ask', asked, { threadId: 'chat', turnId: 't1' });

test('a question shows the names of its files, the full name on hover, and counts files without a name', async () => {
  const name = `${'a very long name '.repeat(12)}.pdf`;
  chat.values.turns = [turn({ fileIds: ['f1', 'f2', 'f3'], fileNames: [name, '図面.png'] })];
  const page = await open();
  await until(() => expect(page.element('[data-turn="t1"]')).not.toBeNull());
  const chips = within(page.element('[data-turn="t1"]')!).getByRole('list', {
    name: page.text('chat', 'question.context'),
  });
  expect([...chips.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    name,
    '図面.png',
    page.text('chat', 'question.files', { count: 1 }),
  ]);
  expect(chips.querySelector('[title]')!.getAttribute('title')).toBe(name);
});

test('a running question shows its activity and the text so far, and stopping is the primary action', async () => {
  working({ activity: { activity: 'reading', name: 'Plan.pdf' } });
  let page = await open();
  await page.findByText(page.text('chat', 'activity.readingOne', { title: 'Plan.pdf' }));
  page.getByRole('button', { name: page.text('chat', 'stop') });
  expect(page.queryByRole('button', { name: page.text('ask', 'ask') })).toBeNull();

  working({ text: 'The launch is', activity: { activity: 'writing', name: '' } });
  page = await open();
  await page.findByText('The launch is');
  await page.findByText(page.text('chat', 'activity.writing'));
  expect(page.queryByRole('button', { name: page.text('common', 'copy') })).toBeNull();
});

test.each(['ok', 'cut'] as const)(
  'Enter asks a further question during a running answer, and the question waits for it (connection: %s)',
  async (connection) => {
    working({ text: 'The launch is', activity: { activity: 'writing', name: '' } });
    const asked: unknown[] = [];
    overhearQuestions(asked);
    const page = await open();
    await page.findByText('The launch is');
    chat.device.become(connection);
    if (connection === 'cut') await page.findByText(page.text('chat', 'state.runsAway'));
    const field = (): HTMLElement => page.getByRole('textbox', { name: page.text('chat', 'composer.label') });
    await page.fill(field, 'And where?');
    await page.findByRole('button', { name: page.text('ask', 'ask') });
    page.getByRole('button', { name: page.text('chat', 'stop') });
    field().focus();
    await page.user.keyboard('{Enter}');
    await until(() => expect(asked).toMatchObject([{ question: 'And where?', followsId: 't1' }]));
  },
);

test('opening a chat during an answer shows that it is written, although no event was received', async () => {
  working({ text: 'The launch is' });
  const page = await open();
  await page.findByText(page.text('chat', 'activity.writing'));
  expect(page.queryByText(page.text('chat', 'activity.waiting'))).toBeNull();
});

test('Escape stops a running answer, unless a dialog or the editor of a question handles the key', async () => {
  working({ text: 'The launch is', activity: { activity: 'writing', name: '' } });
  const stopped: unknown[] = [];
  overhearCommand('chat.stop', stopped);
  const page = await open();
  await page.findByText('The launch is');
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'question.edit') }));
  await page.user.keyboard('{Escape}');
  await until(() => expect(page.queryByRole('textbox', { name: page.text('chat', 'question.edit') })).toBeNull());
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'menu', { title: THREAD.title }) }));
  await page.findByRole('menu');
  await page.user.keyboard('{Escape}');
  await until(() => expect(page.queryByRole('menu')).toBeNull());
  expect(stopped).toEqual([]);
  await page.press(() => page.getByRole('textbox', { name: page.text('chat', 'composer.label') }));
  await page.user.keyboard('{Escape}');
  await until(() => expect(stopped).toEqual([{ turnId: 't1' }]));
});

test('a question that waits on the server can be stopped, and so can an earlier running one', async () => {
  chat.values.turns = [
    turn({ state: 'EXECUTING' }),
    turn({ id: 't2', position: 1, followsId: 't1', question: 'And where?', state: 'READY' }),
  ];
  chat.values.answers = {};
  const stopped: unknown[] = [];
  overhearCommand('chat.stop', stopped);
  const page = await open();
  await page.findByText('And where?');
  const stop = { name: page.text('chat', 'stop') };
  await page.press(() => within(page.element('[data-composer]')!).getByRole('button', stop));
  await page.press(() => within(page.element('[data-turn="t1"]')!).getByRole('button', stop));
  await until(() => expect(stopped).toEqual([{ turnId: 't2' }, { turnId: 't1' }]));
  expect(page.getAllByRole('button', stop)).toHaveLength(2);
});

test.each([
  ['EXECUTING', 'stop', 'chatStop'],
  ['FAILED', 'retry', 'chatRetry'],
] as const)('a question that is %s shows its queued %s, and does not offer it again', async (state, call, label) => {
  chat.values.turns = [turn({ state, error: state === 'FAILED' ? 'CHAT_PROVIDER_NOT_FOUND' : '' })];
  chat.values.answers = {};
  chat.values.queued = [];
  const page = await open();
  chat.device.become('cut');
  const name = { name: call === 'stop' ? page.text('chat', 'stop') : page.text('common', 'retry') };
  const inTurn = () => within(page.element('[data-turn="t1"]')!);
  await until(() => inTurn().getByRole('button', name));
  chat.values.queued = [{ kind: 'call', label, about: 'turns/t1', state: 'waiting' }];
  push('outbox');
  await page.findByText(page.text('chat', `state.${call}Queued`));
  expect(inTurn().queryByRole('button', name)).toBeNull();
});

test('the queued stop of an unsent question is shown, and the question cannot be stopped again', async () => {
  chat.values.turns = [turn({ state: 'READY' })];
  chat.values.answers = {};
  chat.values.syncState = 'onDevice';
  chat.values.queued = [{ kind: 'call', label: 'chatStop', about: 'turns/t1', state: 'waiting' }];
  const page = await open();
  await page.findByText(page.text('chat', 'state.stopQueued'));
  expect(page.queryByRole('button', { name: page.text('chat', 'state.takeBack') })).toBeNull();
});

test('an edited question that could not be stored stays in its field', async () => {
  const { overhear } = chat.device;
  chat.device.overhear = (message, reply) => {
    const { id, argumentList } = message as { id?: string; argumentList?: { value: unknown }[] };
    if (argumentList?.[0]?.value !== 'chat.ask') return overhear!(message, reply);
    reply({
      id,
      type: 'HANDLER',
      name: 'throw',
      value: { isError: false, value: { kind: 'call', code: 'DEVICE_STORAGE_FULL', message: '' } },
    });
    return true;
  };
  const page = await open();
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'question.edit') }));
  const field = (): HTMLTextAreaElement => page.getByRole('textbox', { name: page.text('chat', 'question.edit') });
  await page.fill(field, 'When exactly is the launch?');
  const askAgain = { name: page.text('chat', 'question.askAgain') };
  await page.press(() => within(page.element('[data-turn="t1"]')!).getByRole('button', askAgain));
  await page.findByText(page.text('errors', 'DEVICE_STORAGE_FULL'));
  expect(field().value).toBe('When exactly is the launch?');
});

test('the end of an answer is announced only if the screen has shown it running', async () => {
  const older = turn({ id: 't0', question: 'Who comes?' });
  const running = turn({ position: 1, followsId: 't0', state: 'EXECUTING' });
  chat.values.answers = {
    t0: { answer: answer({ id: 't0' }), live: NOTHING_LIVE },
    t1: { answer: null, live: NOTHING_LIVE },
  };
  chat.values.turns = [older, running];
  const page = await open();
  await page.findByText(page.text('chat', 'activity.waiting'));
  const announced = (): string[] =>
    page.queryAllByRole('status').flatMap(({ textContent }) => (textContent?.includes('?') ? [textContent] : []));
  expect(announced()).toEqual([]);
  chat.values.answers = { ...chat.values.answers, t1: { answer: answer(), live: NOTHING_LIVE } };
  chat.values.turns = [older, { ...running, state: 'SUCCEEDED' }];
  push('answer');
  push('find');
  await until(() => expect(announced()).toEqual([page.text('chat', 'state.ready', { question: running.question })]));
});

test('an unsent question is shown as such, and can be withdrawn', async () => {
  chat.values.turns = [turn({ state: 'READY' })];
  chat.values.answers = {};
  chat.values.syncState = 'onDevice';
  const page = await open();
  await page.findByText(page.text('chat', 'state.sending'));
  // the reason why it waits is not always known to this screen
  page.getByRole('button', { name: page.text('chat', 'state.takeBack') });
  const background = backgroundSync();
  try {
    chat.device.become('cut');
    await page.findByText(page.text('chat', 'state.onDevice'));
    page.getByRole('button', { name: page.text('chat', 'state.takeBack') });
    await until(() => expect(background.tags).toEqual([QUESTION_SYNC]));
  } finally {
    background.end();
  }
});

test.each([
  ['FAILED', 'CHAT_PROVIDER_NOT_FOUND'],
  ['CANCELED', ''],
] as const)('a question that ended as %s shows the reason, and can be retried', async (state, error) => {
  chat.values.turns = [turn({ state, error })];
  chat.values.answers = {};
  const page = await open();
  await page.findByText(state === 'FAILED' ? page.text('errors', error) : page.text('chat', 'state.stopped'));
  page.getByRole('button', { name: page.text('common', 'retry') });
});

test('switching the version of a question switches its follow-up questions, too', async () => {
  chat.values.turns = [turn(), turn({ id: 't2', position: 1, question: 'When exactly?' })];
  chat.values.answers['t2'] = { answer: answer({ id: 't2', text: 'On 3 May.' }), live: NOTHING_LIVE };
  const page = await open();
  await page.findByText('When exactly?');
  page.getByText(page.text('chat', 'versions.at', { number: 2, count: 2 }));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'versions.previous') }));
  await page.findByText('When is the launch?');
  expect(page.queryByText('When exactly?')).toBeNull();
});

test('only the visible questions of a chat with 2,000 are rendered', async () => {
  chat.values.turns = Array.from({ length: 2_000 }, (_, n) =>
    turn({ id: `t${n}`, position: n, followsId: n ? `t${n - 1}` : '', question: `Question ${n}` }),
  );
  // jsdom has no layout: without a height, every row would be visible
  const { prototype } = window.HTMLElement;
  const laidOut = Object.getOwnPropertyDescriptor(prototype, 'offsetHeight')!;
  Object.defineProperty(prototype, 'offsetHeight', { configurable: true, get: () => 300 });
  try {
    const page = await open();
    await until(() => expect(page.element('[data-composer]')).not.toBeNull());
    const drawn = document.querySelectorAll('[data-turn]').length;
    expect([drawn > 0, drawn < 100]).toEqual([true, true]);
  } finally {
    Object.defineProperty(prototype, 'offsetHeight', laidOut);
  }
});

const contexts = (asked: unknown[]): unknown[] => asked.map((each) => (each as { context: unknown }).context);
test('a further question has the context of the previous one until the person removes it', async () => {
  chat.values.project = 'Harbour';
  const meetings = { kind: 'projects', id: 'p', title: 'Meetings of Harbour', only: 'meetings' } as const;
  chat.values.turns = [turn({ context: [meetings] })];
  const asked: unknown[] = [];
  overhearQuestions(asked);
  const page = await open();
  const field = (): HTMLElement => page.getByRole('textbox', { name: page.text('chat', 'composer.label') });
  const chips = (): string[] =>
    page
      .queryAllByRole('list', { name: page.text('ask', 'context.chosen') })
      .flatMap((list) => within(list).getAllByRole('listitem'))
      .map(({ textContent }) => textContent ?? '');
  await until(() => expect(chips()).toEqual([meetings.title]));
  page.getByText(page.text('ask', 'scope.only', { title: meetings.title }));
  const ask = async (question: string): Promise<void> => {
    await page.fill(field, question);
    await page.press(() => page.getByRole('button', { name: page.text('ask', 'ask') }));
  };
  await ask('Who was there?');
  await until(() => expect(contexts(asked)).toEqual([[meetings]]));

  await page.press(() =>
    page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: meetings.title }) }),
  );
  expect(chips()).toEqual([]);
  page.getByText(page.text('ask', 'scope.only', { title: 'Harbour' }));
  await ask('And in its notes?');
  await until(() => expect(contexts(asked)).toEqual([[meetings], []]));
});

test('a further question follows the version that is shown', async () => {
  const note = { kind: 'notes', id: 'n', title: 'Plan' } as const;
  chat.values.turns = [turn({ context: [note] }), turn({ id: 't2', position: 1, question: 'When exactly?' })];
  chat.values.answers['t2'] = { answer: answer({ id: 't2' }), live: NOTHING_LIVE };
  const page = await open();
  await page.findByText('When exactly?');
  const chip = () => page.queryByRole('button', { name: page.text('common', 'combobox.remove', { name: note.title }) });
  expect(chip()).toBeNull();
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'versions.previous') }));
  await until(() => expect(chip()).not.toBeNull());
});

test('in a chat, @ offers no agents', async () => {
  const page = await open();
  const field = (): HTMLElement => page.getByRole('textbox', { name: page.text('chat', 'composer.label') });
  await until(field);
  await page.fill(field, '@Knowledge');
  await page.findByText(page.text('ask', 'context.none'));
});

test('a missing chat says so', async () => {
  chat.device.overhear = null;
  const page = await openPage({ device: chat.device, person: chat.company.owner, path: '/project-chat/nowhere' });
  await page.findByText(page.text('chat', 'missing.title'));
});
