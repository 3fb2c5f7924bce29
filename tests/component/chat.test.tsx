/** The chat screens in each state of a question, with live values as the replica gives them. */
import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { LiveAnswer } from '../../sync/engine/host/api';
import type { Answer, AnswerSource } from '../../sync/model/kinds/answers';
import { QUESTION_SYNC } from '../../sync/protocol/background-sync';
import { sessionCalls } from '../../sync/protocol/session';
import { backgroundSync } from '../support/component/background-sync';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import {
  answer,
  NOTHING_LIVE,
  scriptedChat,
  SOURCE,
  THREAD,
  turn,
  type ChatValues,
  type ScriptedChat,
} from '../support/component/scripted-chat';
import { answerCommand, overhearCommand } from '../support/component/scripted-commands';
import { theServer } from '../support/component/server';

/** id of the person whose screens are open */
let me = '';
let company: Company;
let device: Device;
let values: ChatValues;
let push: ScriptedChat['push'];
beforeAll(async () => {
  company = await foundCompany('House of chats');
  me = (await company.call(sessionCalls.my, {})).id;
});
beforeEach(async () => {
  device = new Device((await theServer()).url);
  ({ values, push } = scriptedChat(device, me));
});

const open = (): Promise<Page> => openPage({ device, person: company.owner, path: '/project-chat/chat' });
const working = (live: Partial<LiveAnswer['live']>): void => {
  values.turns = [turn({ state: 'EXECUTING' })];
  values.answers = { t1: { answer: null, live: { ...NOTHING_LIVE, ...live } } };
};

const overhearQuestions = (asked: unknown[]): void =>
  overhearCommand(device, 'chat.ask', asked, { threadId: 'chat', turnId: 't1' });

test('a question names its files, whole on hover, and counts those without a name', async () => {
  const name = `${'a very long name '.repeat(12)}.pdf`;
  values.turns = [turn({ fileIds: ['f1', 'f2', 'f3'], fileNames: [name, '図面.png'] })];
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

test('an answer reads as text with raised numbers, and a number opens its quote and the stored page', async () => {
  const page = await open();
  await page.findByText(page.text('chat', 'unsupported'));
  const article = page.element('[data-turn="t1"]')!;
  expect(article.textContent).not.toContain('[^');
  await page.press(() =>
    page.getByRole('button', { name: page.text('chat', 'source.card', { n: 1, title: SOURCE.title }) }),
  );
  const card = await page.dialog();
  await card.findByText('The launch is in May.');
  await page.press(() => card.getByRole('button', { name: page.text('chat', 'source.passage') }));
  await until(() => expect(page.element('[data-stored-passage] mark')?.textContent).toBe('The launch is in May.'));
  const link = page.element('[data-stored-passage] a') as HTMLAnchorElement;
  expect([link.href, link.rel]).toEqual(['https://news.example/launch', 'noopener noreferrer nofollow']);
});

test('a quote opens in its note; once the note says something else, it is shown as it was, with a notice', async () => {
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Launch' });
  const save = (content: string, id: object = {}) =>
    company.call(noteCalls.save, { projectId, title: 'Launch plan', content, ...id });
  const { id: noteId } = await save('The launch is in May.\n\nKen orders the lanterns.');
  const source: AnswerSource = {
    ...SOURCE,
    kind: 'notes',
    id: noteId,
    url: '',
    projectId,
    text: 'The launch is in May.',
  };
  values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', sources: [source] });
  const page = await open();
  await page.sent();
  const link = (): Promise<HTMLElement> => page.findByRole('link', { name: page.text('common', 'open') });
  expect((await link()).getAttribute('href')).toBe(`/project/${projectId}/note-detail/${noteId}`);
  // a change elsewhere in the note does not touch the quote
  await save('The launch is in May.\n\nMei orders the lanterns.', { noteId });
  await page.sent();
  await link();

  await save('The launch is in **August**.\n\nMei orders the lanterns.', { noteId });
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'source.passage') }));
  await until(() => expect(page.element('[data-stored-passage] mark')?.textContent).toBe('The launch is in May.'));
  const stored = within(page.element('[data-stored-passage]')!);
  await stored.findByText(page.text('chat', 'source.changed'));
  await page.press(() => stored.getByRole('link', { name: page.text('common', 'open') }));
  await page.at(new RegExp(`/note(-detail)?/${noteId}`));
  await page.findByText('August');
});

test('the sources of an answer are listed, those that failed too', async () => {
  values.answers['t1']!.answer = answer({
    failed: [{ title: 'Slow page', url: 'https://slow.example', error: 'HTTP_503' }],
  });
  const page = await open();
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'sources.view', { count: 1 }) }));
  const list = within(page.getByRole('list', { name: page.text('chat', 'sources.title') }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(page.element('main')!.textContent).toContain('Slow page');
});

test.each([
  ['without sources', []],
  ['with a collapsed list of sources', [SOURCE]],
])('an answer %s tells how much was left out', async (_case, sources) => {
  values.answers['t1']!.answer = answer({
    text: 'In May.',
    citations: [],
    sources,
    leftOut: { turns: 2, passages: 3 },
  });
  const page = await open();
  await page.findByText(page.text('chat', 'sources.leftOutTurns', { count: 2 }));
  await page.findByText(page.text('chat', 'sources.leftOutPassages', { count: 3 }));
  expect(page.queryByRole('list', { name: page.text('chat', 'sources.title') })).toBeNull();
});

test('a running question shows what is read and the text so far, and stopping is the primary action', async () => {
  working({ activity: { activity: 'reading', name: 'Plan.pdf' } });
  let page = await open();
  await page.findByText(page.text('chat', 'activity.readingOne', { title: 'Plan.pdf' }));
  await page.findByRole('button', { name: page.text('chat', 'stop') });
  expect(page.queryByRole('button', { name: page.text('ask', 'ask') })).toBeNull();

  working({ text: 'The launch is', activity: { activity: 'writing', name: '' } });
  page = await open();
  await page.findByText('The launch is');
  await page.findByText(page.text('chat', 'activity.writing'));
  expect(page.queryByRole('button', { name: page.text('common', 'copy') })).toBeNull();
});

test.each(['ok', 'cut'] as const)(
  'Enter asks a further question while an answer runs, which waits for it (connection: %s)',
  async (connection) => {
    working({ text: 'The launch is', activity: { activity: 'writing', name: '' } });
    const asked: unknown[] = [];
    overhearQuestions(asked);
    const page = await open();
    await page.findByText('The launch is');
    device.become(connection);
    if (connection === 'cut') await page.findByText(page.text('chat', 'state.runsAway'));
    const field = (): HTMLElement => page.getByRole('textbox', { name: page.text('chat', 'composer.label') });
    await page.fill(field, 'And where?');
    await page.findByRole('button', { name: page.text('ask', 'ask') });
    await page.findByRole('button', { name: page.text('chat', 'stop') });
    field().focus();
    await page.user.keyboard('{Enter}');
    await until(() => expect(asked).toMatchObject([{ question: 'And where?', followsId: 't1' }]));
  },
);

test('an answer that is opened while it is written says so, though no event tells it', async () => {
  working({ text: 'The launch is' });
  const page = await open();
  await page.findByText(page.text('chat', 'activity.writing'));
  expect(page.queryByText(page.text('chat', 'activity.waiting'))).toBeNull();
});

test('Escape stops a running answer, and nothing while a dialog or the editing of a question takes it', async () => {
  working({ text: 'The launch is', activity: { activity: 'writing', name: '' } });
  const stopped: unknown[] = [];
  overhearCommand(device, 'chat.stop', stopped);
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

test('a question that waits for its turn on the server can be stopped, and so can an earlier one that runs', async () => {
  values.turns = [
    turn({ state: 'EXECUTING' }),
    turn({ id: 't2', position: 1, followsId: 't1', question: 'And where?', state: 'READY' }),
  ];
  values.answers = {};
  const stopped: unknown[] = [];
  overhearCommand(device, 'chat.stop', stopped);
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
] as const)(
  'of a question that is %s, a %s that waits to be sent is said, and not offered again',
  async (state, call, label) => {
    values.turns = [turn({ state, error: state === 'FAILED' ? 'CHAT_PROVIDER_NOT_FOUND' : '' })];
    values.answers = {};
    values.queued = [];
    const page = await open();
    device.become('cut');
    const name = { name: call === 'stop' ? page.text('chat', 'stop') : page.text('common', 'retry') };
    const inTurn = () => within(page.element('[data-turn="t1"]')!);
    await until(() => inTurn().getByRole('button', name));
    values.queued = [{ kind: 'call', label, about: 'turns/t1', state: 'waiting' }];
    push('outbox');
    await page.findByText(page.text('chat', `state.${call}Queued`));
    expect(inTurn().queryByRole('button', name)).toBeNull();
  },
);

test('of a question that is held on this device, a stop that waits to be sent is said, and not offered again', async () => {
  values.turns = [turn({ state: 'READY' })];
  values.answers = {};
  values.syncState = 'onDevice';
  values.queued = [{ kind: 'call', label: 'chatStop', about: 'turns/t1', state: 'waiting' }];
  const page = await open();
  await page.findByText(page.text('chat', 'state.stopQueued'));
  expect(page.queryByRole('button', { name: page.text('chat', 'state.takeBack') })).toBeNull();
});

test('an edited question that could not be stored stays in its field', async () => {
  answerCommand(device, 'chat.ask', ({ reject }) => reject('DEVICE_STORAGE_FULL'));
  const page = await open();
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'question.edit') }));
  const field = (): HTMLTextAreaElement => page.getByRole('textbox', { name: page.text('chat', 'question.edit') });
  await page.fill(field, 'When exactly is the launch?');
  const askAgain = { name: page.text('chat', 'question.askAgain') };
  await page.press(() => within(page.element('[data-turn="t1"]')!).getByRole('button', askAgain));
  await page.findByText(page.text('errors', 'DEVICE_STORAGE_FULL'));
  expect(field().value).toBe('When exactly is the launch?');
});

test('the end of an answer that was seen running is announced, and that of an older one is not', async () => {
  const older = turn({ id: 't0', question: 'Who comes?' });
  const running = turn({ position: 1, followsId: 't0', state: 'EXECUTING' });
  values.answers = {
    t0: { answer: answer({ id: 't0' }), live: NOTHING_LIVE },
    t1: { answer: null, live: NOTHING_LIVE },
  };
  values.turns = [older, running];
  const page = await open();
  await page.findByText(page.text('chat', 'activity.waiting'));
  const announced = (): string[] =>
    page.queryAllByRole('status').flatMap(({ textContent }) => (textContent?.includes('?') ? [textContent] : []));
  expect(announced()).toEqual([]);
  values.answers = { ...values.answers, t1: { answer: answer(), live: NOTHING_LIVE } };
  values.turns = [older, { ...running, state: 'SUCCEEDED' }];
  push('answer');
  push('find');
  await until(() => expect(announced()).toEqual([page.text('chat', 'state.ready', { question: running.question })]));
});

test('a citation opens by the keyboard and by touch, and Escape closes it', async () => {
  const page = await open();
  const name = page.text('chat', 'source.card', { n: 1, title: SOURCE.title });
  const mark = await page.findByRole('button', { name });
  mark.focus();
  await page.user.keyboard('{Enter}');
  await (await page.dialog()).findByText('The launch is in May.');
  await page.user.keyboard('{Escape}');
  await until(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(mark.getAttribute('aria-expanded')).toBe('false');
  await page.user.pointer([{ keys: '[TouchA]', target: mark }]);
  await (await page.dialog()).findByText('The launch is in May.');
});

test('a question that is only on this device says so, and can be taken back', async () => {
  values.turns = [turn({ state: 'READY' })];
  values.answers = {};
  values.syncState = 'onDevice';
  const page = await open();
  await page.findByText(page.text('chat', 'state.sending'));
  // it may be held for a reason that this screen does not know
  await page.findByRole('button', { name: page.text('chat', 'state.takeBack') });
  const background = backgroundSync();
  try {
    device.become('cut');
    await page.findByText(page.text('chat', 'state.onDevice'));
    await page.findByRole('button', { name: page.text('chat', 'state.takeBack') });
    await until(() => expect(background.tags).toEqual([QUESTION_SYNC]));
  } finally {
    background.end();
  }
});

test.each([
  ['FAILED', 'CHAT_PROVIDER_NOT_FOUND'],
  ['CANCELED', ''],
] as const)('a question that ended as %s says why, and can be retried', async (state, error) => {
  values.turns = [turn({ state, error })];
  values.answers = {};
  const page = await open();
  await page.findByText(state === 'FAILED' ? page.text('errors', error) : page.text('chat', 'state.stopped'));
  await page.findByRole('button', { name: page.text('common', 'retry') });
});

test('an answer that ends at the limit of the model can be retried as a version, by the person who asked', async () => {
  values.answers['t1']!.answer = answer({ isComplete: false });
  const asked: unknown[] = [];
  overhearQuestions(asked);
  const page = await open();
  await page.findByText(page.text('chat', 'cut'));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'retry') }));
  await until(() => expect(asked).toMatchObject([{ question: values.turns[0]!.question, threadId: 'chat' }]));

  values.turns = [turn({ creatorId: 'left' })];
  await page.reload();
  await page.findByText(page.text('chat', 'cut'));
  expect(page.queryByRole('button', { name: page.text('common', 'retry') })).toBeNull();
});

test('a question of the former owner of a chat is not tried again by its heir', async () => {
  values.turns = [turn({ state: 'FAILED', error: 'CHAT_PROVIDER_NOT_FOUND', creatorId: 'left' })];
  values.answers = {};
  const page = await open();
  await page.findByText(page.text('errors', 'CHAT_PROVIDER_NOT_FOUND'));
  expect(page.queryByRole('button', { name: page.text('common', 'retry') })).toBeNull();
  await page.findByRole('button', { name: page.text('chat', 'question.edit') });
});

test('passages without a model are a list of quotes under a sentence that says so', async () => {
  values.answers['t1']!.answer = answer({ mode: 'extractive', text: '' });
  const page = await open();
  const quotes = within(await page.findByRole('region', { name: page.text('chat', 'extractive.title') }));
  expect(quotes.getAllByRole('listitem')).toHaveLength(1);
  await quotes.findByText('The launch is in May.');
});

test('passages that do not answer the question are shown as the closest, not as nothing', async () => {
  values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', citations: [] });
  const page = await open();
  await page.findByText(page.text('chat', 'closest'));
  await within(page.getByRole('region', { name: page.text('chat', 'extractive.title') })).findByText(SOURCE.text);
  expect(page.queryByText(page.text('chat', 'nothing.title'))).toBeNull();
});

test('an answer without passages says that nothing was found, and where it was looked for', async () => {
  values.turns = [turn({ context: [{ kind: 'projects', id: 'p', title: 'Harbour' }] })];
  values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', citations: [], sources: [] });
  const page = await open();
  await page.findByText(page.text('chat', 'nothing.title'));
  expect(page.element('[data-nothing-found]')!.textContent).toContain('Harbour');
  expect(page.queryByRole('button', { name: page.text('common', 'copy') })).toBeNull();
});

test('an answer without passages names the project of its chat, where only that was searched', async () => {
  values.project = 'Lighthouse';
  values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', citations: [], sources: [] });
  const page = await open();
  await until(() =>
    expect(page.element('[data-nothing-found]')!.textContent).toContain(
      page.text('chat', 'nothing.searchedIn', { titles: 'Lighthouse' }),
    ),
  );
});

test('without a source, those that could not be read are open, and the web is said to be searched or not', async () => {
  values.turns = [turn({ usesWeb: true })];
  const nothing: Partial<Answer> = { mode: 'extractive', text: '', citations: [], sources: [] };
  const failed = [
    { title: 'Slow page', url: 'https://slow.example', error: 'HTTP_503' },
    { title: 'SearXNG', url: '', error: 'SEARCH_FAILED' },
  ];
  values.answers['t1']!.answer = answer({ ...nothing, failed });
  const page = await open();
  await page.findByText(/Slow page/);
  expect(page.queryByRole('button', { name: page.text('chat', 'sources.view', { count: 0 }) })).toBeNull();
  const said = (): string => page.element('[data-nothing-found]')!.textContent!;
  await until(() => expect(said()).toContain(page.text('chat', 'nothing.webFailed')));
  values.answers = { t1: { answer: answer({ ...nothing, failed: failed.slice(0, 1) }), live: NOTHING_LIVE } };
  push('answer');
  await until(() => expect(said()).toContain(page.text('chat', 'nothing.searchedWeb')));
});

test('a file of which only the beginning was searched is named where nothing was found, and is no page', async () => {
  values.turns = [turn({ usesWeb: true, fileIds: ['f1'], fileNames: ['log.txt'] })];
  const failed = [{ title: 'log.txt', url: '', error: 'FILE_TEXT_TRUNCATED' }];
  values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', citations: [], sources: [], failed });
  const page = await open();
  await page.findByText(page.text('chat', 'nothing.title'));
  const said = (): string => page.element('[data-nothing-found]')!.textContent!;
  expect(said()).toContain(`log.txt: ${page.text('errors', 'FILE_TEXT_TRUNCATED')}`);
  expect(said()).not.toContain(page.text('chat', 'nothing.webFailed'));
  await page.findByText(page.text('chat', 'sources.partlyRead'));
  expect(page.queryByText(page.text('chat', 'sources.failed'))).toBeNull();
  // a file of the project that was not read
  failed.push({ title: 'locked.pdf', url: '', error: 'FILE_ENCRYPTED' });
  push('answer');
  await page.findByText(page.text('chat', 'sources.failed'));
  expect(said()).not.toContain(page.text('chat', 'nothing.webFailed'));
});

test('versions of a question are switched with what follows them', async () => {
  values.turns = [turn(), turn({ id: 't2', position: 1, question: 'When exactly?' })];
  values.answers['t2'] = { answer: answer({ id: 't2', text: 'On 3 May.' }), live: NOTHING_LIVE };
  const page = await open();
  await page.findByText('When exactly?');
  await page.findByText(page.text('chat', 'versions.at', { number: 2, count: 2 }));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'versions.previous') }));
  await page.findByText('When is the launch?');
  expect(page.queryByText('When exactly?')).toBeNull();
});

test('of a chat with 2,000 questions only those in sight are drawn', async () => {
  values.turns = Array.from({ length: 2_000 }, (_, n) =>
    turn({ id: `t${n}`, position: n, followsId: n ? `t${n - 1}` : '', question: `Question ${n}` }),
  );
  // jsdom lays nothing out: without a height every row would be in sight
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
test('a further question is about what the one before is about, until the person removes that', async () => {
  values.project = 'Harbour';
  const meetings = { kind: 'projects', id: 'p', title: 'Meetings of Harbour', only: 'meetings' } as const;
  values.turns = [turn({ context: [meetings] })];
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
  await until(() => page.getByText(page.text('ask', 'scope.only', { title: meetings.title })));
  const ask = async (question: string): Promise<void> => {
    await page.fill(field, question);
    await page.press(() => page.getByRole('button', { name: page.text('ask', 'ask') }));
  };
  await ask('Who was there?');
  await until(() => expect(contexts(asked)).toEqual([[meetings]]));

  await page.press(() =>
    page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: meetings.title }) }),
  );
  await until(() => expect(chips()).toEqual([]));
  await until(() => page.getByText(page.text('ask', 'scope.only', { title: 'Harbour' })));
  await ask('And in its notes?');
  await until(() => expect(contexts(asked)).toEqual([[meetings], []]));
});

test('a further question follows the version that is shown', async () => {
  const note = { kind: 'notes', id: 'n', title: 'Plan' } as const;
  values.turns = [turn({ context: [note] }), turn({ id: 't2', position: 1, question: 'When exactly?' })];
  values.answers['t2'] = { answer: answer({ id: 't2' }), live: NOTHING_LIVE };
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
  device.overhear = null;
  const page = await openPage({ device, person: company.owner, path: '/project-chat/nowhere' });
  await page.findByText(page.text('chat', 'missing.title'));
});
