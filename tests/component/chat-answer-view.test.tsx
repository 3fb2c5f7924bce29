/** Answers on the chat screen: their text, quotes and sources, and what is shown without any. */
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { Answer, AnswerSource } from '../../sync/model/kinds/answers';
import { until } from '../support/component/page';
import { answer, NOTHING_LIVE, simulatedChat, SOURCE, turn } from '../support/component/simulated-chat';

const chat = simulatedChat();
const { push, open } = chat;

test('an answer is text with superscript numbers, and a number opens its quote and the stored page', async () => {
  const page = await open();
  await page.findByText(page.text('chat', 'unsupported'));
  const article = page.element('[data-turn="t1"]')!;
  expect(article.textContent).not.toContain('[^');
  await page.press(() =>
    page.getByRole('button', { name: page.text('chat', 'source.card', { n: 1, title: SOURCE.title }) }),
  );
  const card = await page.dialog();
  card.getByText('The launch is in May.');
  await page.press(() => card.getByRole('button', { name: page.text('chat', 'source.passage') }));
  await until(() => expect(page.element('[data-stored-passage] mark')?.textContent).toBe('The launch is in May.'));
  const link = page.element('[data-stored-passage] a') as HTMLAnchorElement;
  expect([link.href, link.rel]).toEqual(['https://news.example/launch', 'noopener noreferrer nofollow']);
});

test('a quote opens in its note; if the note has changed, the stored passage is shown with a notice', async () => {
  const { id: projectId } = await chat.company.call(projectCalls.create, { title: 'Launch' });
  const save = (content: string, id: object = {}) =>
    chat.company.call(noteCalls.save, { projectId, title: 'Launch plan', content, ...id });
  const { id: noteId } = await save('The launch is in May.\n\nKen orders the lanterns.');
  const source: AnswerSource = {
    ...SOURCE,
    kind: 'notes',
    id: noteId,
    url: '',
    projectId,
    text: 'The launch is in May.',
  };
  chat.values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', sources: [source] });
  const page = await open();
  await page.sent();
  const link = (): Promise<HTMLElement> => page.findByRole('link', { name: page.text('common', 'open') });
  expect((await link()).getAttribute('href')).toBe(`/project/${projectId}/note-detail/${noteId}`);
  // a change elsewhere in the note does not affect the quote
  await save('The launch is in May.\n\nMei orders the lanterns.', { noteId });
  await page.sent();
  await link();

  await save('The launch is in **August**.\n\nMei orders the lanterns.', { noteId });
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'source.passage') }));
  await until(() => expect(page.element('[data-stored-passage] mark')?.textContent).toBe('The launch is in May.'));
  const stored = within(page.element('[data-stored-passage]')!);
  stored.getByText(page.text('chat', 'source.changed'));
  await page.press(() => stored.getByRole('link', { name: page.text('common', 'open') }));
  await page.at(new RegExp(`/note(-detail)?/${noteId}`));
  await page.findByText('August');
});

test('sources of an answer are listed, with failed sources and the number of those left out', async () => {
  chat.values.answers['t1']!.answer = answer({
    failed: [{ title: 'Slow page', url: 'https://slow.example', error: 'HTTP_503' }],
    leftOut: { turns: 2, passages: 3 },
  });
  const page = await open();
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'sources.view', { count: 1 }) }));
  const list = within(page.getByRole('list', { name: page.text('chat', 'sources.title') }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(page.element('main')!.textContent).toContain('Slow page');
  page.getByText(page.text('chat', 'sources.leftOutTurns', { count: 2 }));
  page.getByText(page.text('chat', 'sources.leftOutPassages', { count: 3 }));
});

test('a citation opens by the keyboard and by touch, and Escape closes it', async () => {
  const page = await open();
  const name = page.text('chat', 'source.card', { n: 1, title: SOURCE.title });
  const mark = await page.findByRole('button', { name });
  mark.focus();
  await page.user.keyboard('{Enter}');
  (await page.dialog()).getByText('The launch is in May.');
  await page.user.keyboard('{Escape}');
  await until(() => expect(page.queryByRole('dialog')).toBeNull());
  expect(mark.getAttribute('aria-expanded')).toBe('false');
  await page.user.pointer([{ keys: '[TouchA]', target: mark }]);
  (await page.dialog()).getByText('The launch is in May.');
});

test('without a language model, passages are a list of quotes with an explanation', async () => {
  chat.values.answers['t1']!.answer = answer({ mode: 'extractive', text: '' });
  const page = await open();
  const quotes = within(await page.findByRole('region', { name: page.text('chat', 'extractive.title') }));
  expect(quotes.getAllByRole('listitem')).toHaveLength(1);
  quotes.getByText('The launch is in May.');
});

test('an answer without passages says that nothing was found, and names what was searched', async () => {
  chat.values.turns = [turn({ context: [{ kind: 'projects', id: 'p', title: 'Harbour' }] })];
  chat.values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', citations: [], sources: [] });
  const page = await open();
  await page.findByText(page.text('chat', 'nothing.title'));
  expect(page.element('[data-nothing-found]')!.textContent).toContain('Harbour');
  expect(page.queryByRole('button', { name: page.text('common', 'copy') })).toBeNull();
});

test('an answer without passages names the project of its chat, if only that was searched', async () => {
  chat.values.project = 'Lighthouse';
  chat.values.answers['t1']!.answer = answer({ mode: 'extractive', text: '', citations: [], sources: [] });
  const page = await open();
  await until(() =>
    expect(page.element('[data-nothing-found]')!.textContent).toContain(
      page.text('chat', 'nothing.searchedIn', { titles: 'Lighthouse' }),
    ),
  );
});

test('without any source, the list of failed sources is open, and the text says if the web was searched', async () => {
  chat.values.turns = [turn({ usesWeb: true })];
  const nothing: Partial<Answer> = { mode: 'extractive', text: '', citations: [], sources: [] };
  const failed = [
    { title: 'Slow page', url: 'https://slow.example', error: 'HTTP_503' },
    { title: 'SearXNG', url: '', error: 'SEARCH_FAILED' },
  ];
  chat.values.answers['t1']!.answer = answer({ ...nothing, failed });
  const page = await open();
  await page.findByText(/Slow page/);
  expect(page.queryByRole('button', { name: page.text('chat', 'sources.view', { count: 0 }) })).toBeNull();
  const said = (): string => page.element('[data-nothing-found]')!.textContent!;
  await until(() => expect(said()).toContain(page.text('chat', 'nothing.webFailed')));
  chat.values.answers = { t1: { answer: answer({ ...nothing, failed: failed.slice(0, 1) }), live: NOTHING_LIVE } };
  push('answer');
  await until(() => expect(said()).toContain(page.text('chat', 'nothing.searchedWeb')));
});
