/** The home screen: asking by keys, input methods, context picker, matches while typing, suggestions, offline. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer } from '../support/component/server';
import {
  foundQuestions,
  openHome as openHomeOf,
  fieldOf,
  typeWords,
  key,
  options,
  isClosed,
  chips,
  results,
  goOffline,
  attach,
  file,
  files,
} from '../support/component/home-screen';

let company: Company;
let launch: string;
let plan: string;
beforeAll(async () => {
  ({ company, launch, plan } = await foundQuestions());
});
const openHome = (of = company, path?: string) => openHomeOf(of, path);

test('Enter asks and opens the chat; Shift+Enter and the Enter of an input method do not', async () => {
  const { page, asked } = await openHome();
  await page.findByText(page.text('ask', 'scope.webMissing'));
  await page.fill(fieldOf(page), 'What is the budget of the launch?');
  await key(page, 'Enter', { isComposing: true, keyCode: 229 });
  // Safari: the key event follows compositionend, and only keyCode 229 identifies it
  await key(page, 'Enter', { keyCode: 229 });
  await key(page, 'Enter', { shiftKey: true });
  expect(asked).toEqual([]);
  expect(page.path()).toBe('/search');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\/[\w-]+$/));
  expect(asked).toEqual([
    {
      question: 'What is the budget of the launch?',
      context: [],
      fileIds: [],
      usesWeb: false,
      kind: 'search',
      language: 'en',
    },
  ]);
  await page.goTo('/search');
  await until(() => page.getByRole('link', { name: 'What is the budget of the launch?' }));
  await page.findByRole('heading', { name: page.text('ask', 'recent.chats') });
});

test('an empty question is not asked, and one in Japanese is answered in Japanese', async () => {
  const { page, asked } = await openHome();
  await page.fill(fieldOf(page), '  \n ');
  await key(page, 'Enter');
  expect(page.getByRole('button', { name: page.text('ask', 'ask') }).matches('[disabled], [aria-disabled]')).toBe(true);
  await page.fill(fieldOf(page), '予算はいくらですか。');
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'ask') }));
  await until(() => expect(asked.map(({ language }) => language)).toEqual(['ja']));
});

test.each(['@', '＠'])('%s opens the picker; arrows, Enter and Esc work in it, and chips are removed', async (sign) => {
  const { page, asked } = await openHome();
  await typeWords(page, `About ${sign}`);
  await until(() => expect(options(page)).toEqual(expect.arrayContaining(['Launch'])));
  expect(options(page)[0]).toBe('Launch');
  const field = fieldOf(page)();
  await until(() => expect(field.getAttribute('aria-activedescendant')).toBe(page.getAllByRole('option')[0]!.id));
  await key(page, 'ArrowDown');
  expect(field.getAttribute('aria-activedescendant')).toBe(page.getAllByRole('option')[1]!.id);
  await key(page, 'Escape');
  await until(() => isClosed(page));
  // the list stays closed for this `@`
  await typeWords(page, 'p');
  await until(() => isClosed(page));
  expect(field.value).toBe(`About ${sign}p`);

  // another `@` in the same place opens it
  await page.fill(fieldOf(page), 'About ');
  await page.fill(fieldOf(page), `About ${sign}企画`);
  await until(() => expect(options(page)).toEqual(['企画 Plan']));
  // keys of an input method choose nothing
  await key(page, 'Enter', { keyCode: 229, isComposing: true });
  expect(chips(page)).toEqual([]);
  await until(() => expect(field.getAttribute('aria-activedescendant')).toBe(page.getByRole('option').id));
  await key(page, 'Enter');
  await until(() => expect(chips(page)).toEqual(['企画 Plan']));
  await until(() => isClosed(page));
  expect(field.value).toBe('About ');
  expect(asked).toEqual([]);

  // Backspace at the start removes the last document
  field.setSelectionRange(0, 0);
  await key(page, 'Backspace');
  await until(() => expect(chips(page)).toEqual([]));
  // the button writes the `@`, and a press chooses an option
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'mention') }));
  await page.press(() => page.getByRole('option', { name: /^Launch/ }));
  await until(() => expect(chips(page)).toEqual(['Launch']));
  await page.press(() =>
    page.getByRole('button', { name: page.text('common', 'combobox.remove', { name: 'Launch' }) }),
  );
  await until(() => expect(chips(page)).toEqual([]));
});

test('a question about one project starts a chat of it; about several documents, a search among them', async () => {
  const { page, asked } = await openHome();
  const choose = async (name: string): Promise<void> => {
    await typeWords(page, `@${name}`);
    await page.press(() => page.getByRole('option', { name: new RegExp(`^${name}`) }));
  };
  await choose('Launch');
  await until(() => page.getByText(page.text('ask', 'scope.only', { title: 'Launch' })));
  await typeWords(page, 'What is open?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(new RegExp(`^/project/${launch}/chat/[\\w-]+$`)));
  expect(asked[0]).toMatchObject({ kind: 'chat', projectId: launch, context: [] });

  await page.goTo('/search');
  await page.fill(fieldOf(page), '');
  await choose('Launch');
  await choose('企画');
  await until(() => page.getByText(page.text('ask', 'scope.onlyMore', { title: 'Launch', count: 1 })));
  await typeWords(page, 'What is open?');
  await key(page, 'Enter');
  await until(() => expect(asked).toHaveLength(2));
  expect(asked[1]!.context).toEqual([
    { kind: 'projects', id: launch, title: 'Launch' },
    { kind: 'notes', id: plan, title: '企画 Plan' },
  ]);
  expect(asked[1]).toMatchObject({ kind: 'search' });
});

test('up to three matches of this device are shown while typing, then all on demand, then the question', async () => {
  const { page, asked } = await openHome();
  await page.fill(fieldOf(page), 'lavender');
  const links = (): HTMLElement[] => within(results(page)).getAllByRole('link');
  await until(() => expect(links()).toHaveLength(3));
  // words behind an `@` are not part of the search
  await page.fill(fieldOf(page), 'lavender @zeppelin');
  await until(() => expect(links()).toHaveLength(3));
  await page.fill(fieldOf(page), 'lavender');
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'device.all', { count: 5 }) }));
  await until(() => expect(links()).toHaveLength(5));
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'device.ask', { question: 'lavender' }) }));
  await until(() => expect(asked.map(({ question }) => question)).toEqual(['lavender']));
});

test('the web is searched if there is a search service and neither person nor project excludes it', async () => {
  const other = await foundCompany('House of webs');
  const { id } = await other.call(projectCalls.create, { title: 'Inside' });
  await other.call(projectCalls.updateProfile, { projectId: id, webSearchEnabled: false });
  const without = await openHome(other);
  await until(() => without.page.getByText(without.page.text('ask', 'scope.webMissing')));
  await other.call(aiProviderCalls.save, {
    companyId: other.id,
    capability: 'search',
    kind: 'searxng',
    url: 'http://127.0.0.1:9',
  });
  const { page, asked } = await openHome(other);
  const web = (): HTMLElement => page.getByRole('button', { name: page.text('ask', 'scope.web') });
  await until(() => expect(web().getAttribute('aria-pressed')).toBe('true'));
  page.device.become('cut');
  await until(() => page.getByRole('button', { name: page.text('ask', 'scope.webLater') }));
  page.device.become('ok');
  await until(web);
  await page.fill(fieldOf(page), 'first');
  await key(page, 'Enter');
  await until(() => expect(asked.map(({ usesWeb }) => usesWeb)).toEqual([true]));
  await page.goTo('/search');
  await page.press(web);
  await until(() => page.getByText(page.text('ask', 'scope.webOff')));
  await page.fill(fieldOf(page), 'second');
  await key(page, 'Enter');
  await until(() => expect(asked.map(({ usesWeb }) => usesWeb)).toEqual([true, false]));
  await page.goTo('/search');
  // the field may have the last question again
  await page.fill(fieldOf(page), '@');
  await page.press(() => page.getByRole('option', { name: /^Inside/ }));
  await until(() => page.getByText(page.text('ask', 'scope.webProject')));
  await page.fill(fieldOf(page), 'third');
  await key(page, 'Enter');
  await until(() => expect(asked.map(({ usesWeb }) => usesWeb)).toEqual([true, false, false]));
});

test('the research mode promises a report where a language model is there', async () => {
  const other = await foundCompany('House of reports');
  await other.call(aiProviderCalls.save, {
    companyId: other.id,
    capability: 'chat',
    url: 'http://127.0.0.1:9',
    model: 'm',
    apiKey: '',
  });
  const { page } = await openHome(other);
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.research') }));
  await page.findByText(page.text('ask', 'mode.researchText'));
  expect(page.queryByText(page.text('ask', 'mode.researchTextNoModel'))).toBeNull();
});

test('a research about chosen documents is started offline, and is in the outbox and the history', async () => {
  const { page, asked } = await openHome();
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.research') }));
  await page.fill(fieldOf(page), '@企画');
  await until(() => expect(options(page)).toContain('企画 Plan'));
  await page.press(() => page.getByRole('option', { name: /企画 Plan/ }));
  await page.findByText(page.text('ask', 'mode.researchTextNoModel'));
  await page.fill(fieldOf(page), 'Where does lavender grow?');
  page.device.become('cut');
  await key(page, 'Enter');
  await page.at(/^\/research\//);
  expect(asked).toEqual([]);
  await page.findByText(page.text('research', 'state.onDevice'));
  await page.follow('/chat/history');
  const row = await page.findByRole('link', { name: /Where does lavender grow/ });
  expect(row.getAttribute('href')).toMatch(/^\/research\//);
  await page.follow('/outbox');
  await page.findByText('Where does lavender grow?');
  page.device.become('ok');
  await page.reload();
  await page.sent();
  await page.goTo(row.getAttribute('href')!);
  // without a language model it continues with its plan immediately
  await until(() => expect(page.element('[data-research-state="plan"]')).not.toBeNull());
  await page.findByRole('button', { name: page.text('common', 'combobox.remove', { name: '企画 Plan' }) });
});

test('the words of a question that is taken back return to the field, as its chat ends with it', async () => {
  const { page } = await openHome();
  await goOffline(page);
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await attach(page, file('roof.txt'));
  await key(page, 'Enter');
  await page.findByText(page.text('chat', 'state.onDevice'));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'state.takeBack') }));
  await page.at('/search');
  await until(() => expect(fieldOf(page)().value).toBe('What grows on the roof?'));
  expect(files().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('roof.txt')]);
});

test('a question that is taken back with its chat of a project returns to the field of the project, with its files', async () => {
  const { page, asked } = await openHome();
  await page.goTo(`/project/${launch}?tab=chats`);
  const field = (): HTMLTextAreaElement => page.getByRole('textbox', { name: page.text('chat', 'project.ask') });
  await until(field);
  await goOffline(page);
  const ask = async (): Promise<void> => {
    await page.press(() => page.getByRole('button', { name: page.text('ask', 'ask') }));
    await page.findByText(page.text('chat', 'state.onDevice'));
  };
  await page.fill(field, 'When is it?');
  await attach(page, file('screenshot.txt', 'In May.'));
  await ask();
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'state.takeBack') }));
  await page.at(`/project/${launch}?tab=chats`);
  await until(() => expect(field().value).toBe('When is it?'));
  expect(files().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('screenshot.txt')]);
  // its bytes are here, too
  await ask();
  await until(() =>
    expect(asked.map(({ question, files: given }) => [question, given?.map(({ name }) => name)])).toEqual([
      ['When is it?', ['screenshot.txt']],
      ['When is it?', ['screenshot.txt']],
    ]),
  );
});

test('offline a question waits to be sent; the picker and the matches work', async () => {
  const { page, asked } = await openHome();
  await until(() => page.getByText(page.text('ask', 'scope.webMissing')));
  await goOffline(page);
  await page.fill(fieldOf(page), 'lavender');
  await until(() => expect(within(results(page)).getAllByRole('link')).toHaveLength(3));
  await page.fill(fieldOf(page), '');
  await typeWords(page, '@企画');
  await page.press(() => page.getByRole('option', { name: /企画 Plan/ }));
  await until(() => expect(chips(page)).toEqual(['企画 Plan']));
  await page.fill(fieldOf(page), 'What is planned?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  expect(asked.map(({ question }) => question)).toEqual(['What is planned?']);
  await page.follow('/search');
  await until(() => page.getByRole('link', { name: 'What is planned?' }));
  await within(page.getByRole('link', { name: 'What is planned?' }).closest('li')!).findByText(
    page.text('ask', 'recent.waiting'),
  );
});

test.each(['en', 'ja'] as const)(
  'questions about existing documents are suggested in %s; none for an empty account',
  async (language) => {
    const empty = await foundCompany(`House of nothing ${language}`, language);
    const device = new Device((await theServer()).url);
    const page = await openPage({ device, person: empty.owner, path: '/search', language });
    await page.sent();
    await until(() => page.getByText(page.text('shell', 'home.noNotes')));
    expect(page.queryByRole('heading', { name: page.text('ask', 'suggest.title') })).toBeNull();
    const { id: projectId } = await empty.call(projectCalls.create, { title: 'Launch' });
    await empty.call(noteCalls.save, { projectId, title: 'Plan', content: 'Words.' });
    await until(() => page.getByRole('button', { name: page.text('ask', 'suggest.note', { title: 'Plan' }) }));
    await page.press(() =>
      page.getByRole('button', { name: page.text('ask', 'suggest.project', { title: 'Launch' }) }),
    );
    await until(() => expect(page.path()).toMatch(new RegExp(`^/project/${projectId}/chat/`)));
  },
);
