/**
 * The home screen: asking by keys, input methods, context picker, modes and agents, attached files, matches while
 * typing, suggestions, offline.
 */
import { act } from 'react';
import { fireEvent, within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { agentCalls } from '../../server/core/agents/contract';
import { aiProviderCalls } from '../../server/core/ai-providers/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { LIMITS } from '../../sync/model/limits';
import { foundCompany, type Company } from '../support/component/companies';
import { drag } from '../support/component/files-screen';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

interface Asked {
  question: string;
  context: { kind: string; id: string; title: string }[];
  fileIds: string[];
  fileNames?: string[];
  files?: { id: string; name: string }[];
  usesWeb: boolean;
  kind: string;
  projectId?: string;
  language: string;
}

type AgentAsked = Pick<Asked, 'question' | 'context'> & { agentId: string };

let company: Company;
let launch: string;
let plan: string;
beforeAll(async () => {
  company = await foundCompany('House of questions');
  launch = (await company.call(projectCalls.create, { title: 'Launch' })).id;
  plan = (
    await company.call(noteCalls.save, { projectId: launch, title: '企画 Plan', content: 'Lavender everywhere.' })
  ).id;
  for (const title of ['Lavender one', 'Lavender two', 'Lavender three', 'Lavender four'])
    await company.call(noteCalls.save, { projectId: launch, title, content: 'Purple.' });
});

/** Opens the home screen on a new device, and collects the questions that are asked there. */
async function openHome(
  of: Company = company,
  path = '/search',
): Promise<{
  page: Page;
  asked: Asked[];
  agentAsked: AgentAsked[];
}> {
  const device = new Device((await theServer()).url);
  const asked: Asked[] = [];
  const agentAsked: AgentAsked[] = [];
  device.overhear = (message) => {
    const { argumentList } = message as { argumentList?: { value: unknown }[] };
    if (argumentList?.[0]?.value === 'chat.ask') asked.push(argumentList[1]!.value as Asked);
    if (argumentList?.[0]?.value === 'agent.ask') agentAsked.push(argumentList[1]!.value as AgentAsked);
    return false;
  };
  const page = await openPage({ device, person: of.owner, path });
  await page.sent();
  // the history of the window has the words of an earlier page
  await page.fill(fieldOf(page), '');
  return { page, asked, agentAsked };
}

const fieldOf = (page: Page) => (): HTMLTextAreaElement =>
  page.getByRole('textbox', { name: page.text('ask', 'home.label') });
/** Types at the end of the field. */
const type = async (page: Page, words: string): Promise<void> => {
  const field = await until(fieldOf(page));
  await page.fill(fieldOf(page), field.value + words);
};
const key = (page: Page, name: string, more: { keyCode?: number; isComposing?: boolean; shiftKey?: boolean } = {}) =>
  act(async () => {
    fireEvent.keyDown(fieldOf(page)(), { key: name, keyCode: name === 'Enter' ? 13 : 0, ...more });
  });
const options = (page: Page): string[] =>
  within(page.getByRole('listbox', { name: page.text('ask', 'context.label') }))
    .getAllByRole('option')
    .map((option) => option.querySelector('.flex-1')!.textContent ?? '');
const isClosed = (page: Page): void =>
  expect(page.queryByRole('listbox', { name: page.text('ask', 'context.label') })).toBeNull();
const chips = (page: Page, label: 'context.chosen' | 'context.answers' = 'context.chosen'): string[] =>
  page
    .queryAllByRole('list', { name: page.text('ask', label) })
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map((item) => item.textContent ?? '');
const results = (page: Page): HTMLElement => page.getByRole('region', { name: page.text('shell', 'home.results') });
const files = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-attachment]')];
const attach = (page: Page, ...added: File[]): Promise<void> =>
  page.give(() => page.element('[data-attachment-chooser]')!, ...added);
const file = (name: string, content: BlobPart = 'Lavender grows on the roof.'): File =>
  new File([content], name, { type: 'text/plain' });

/** Cuts the connection, and waits until the page is offline. */
const goOffline = async (page: Page): Promise<void> => {
  page.device.become('cut');
  await until(() =>
    expect(document.querySelector('.frame-sidebar [data-sync-status]')?.getAttribute('data-sync-status')).not.toBe(
      'quiet',
    ),
  );
};
const stateOfTurn = (page: Page): string | undefined =>
  page.element('[data-turn]')?.getAttribute('data-turn-state') ?? undefined;
/** Names of the context documents and files of the question on screen. */
const namesIn = (page: Page): (string | null)[] => {
  const named = within(page.element('[data-turn]')!).getByRole('list', { name: page.text('chat', 'question.context') });
  return [...named.querySelectorAll('li')].map(({ textContent }) => textContent);
};

test('Enter asks and opens the chat; Shift+Enter and the Enter of an input method do not', async () => {
  const { page, asked } = await openHome();
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
  page.getByRole('heading', { name: page.text('ask', 'recent.chats') });
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
  await type(page, `About ${sign}`);
  await until(() => expect(options(page)).toEqual(expect.arrayContaining(['Launch'])));
  expect(options(page)[0]).toBe('Launch');
  const field = fieldOf(page)();
  await until(() => expect(field.getAttribute('aria-activedescendant')).toBe(page.getAllByRole('option')[0]!.id));
  await key(page, 'ArrowDown');
  expect(field.getAttribute('aria-activedescendant')).toBe(page.getAllByRole('option')[1]!.id);
  await key(page, 'Escape');
  await until(() => isClosed(page));
  // the list stays closed for this `@`
  await type(page, 'p');
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
  expect(chips(page)).toEqual([]);
});

test('a question about one project starts a chat of it; about several documents, a search among them', async () => {
  const { page, asked } = await openHome();
  const choose = async (name: string): Promise<void> => {
    await type(page, `@${name}`);
    await page.press(() => page.getByRole('option', { name: new RegExp(`^${name}`) }));
  };
  await choose('Launch');
  await until(() => page.getByText(page.text('ask', 'scope.only', { title: 'Launch' })));
  await type(page, 'What is open?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(new RegExp(`^/project/${launch}/chat/[\\w-]+$`)));
  expect(asked[0]).toMatchObject({ kind: 'chat', projectId: launch, context: [] });

  await page.goTo('/search');
  await page.fill(fieldOf(page), '');
  await choose('Launch');
  await choose('企画');
  await until(() => page.getByText(page.text('ask', 'scope.onlyMore', { title: 'Launch', count: 1 })));
  await type(page, 'What is open?');
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
  await type(page, sign);
  await until(() => expect(options(page)).toEqual(expect.arrayContaining(['Launch', bot])));
  // documents are listed first
  expect(options(page).indexOf(bot)).toBeGreaterThan(options(page).indexOf('Launch'));
  await page.fill(fieldOf(page), `${sign}企画`);
  await page.press(() => page.getByRole('option', { name: /企画 Plan/ }));
  await type(page, `What is open? ${sign}knowledge b`);
  await until(() => expect(options(page)).toEqual([bot]));
  const field = fieldOf(page)();
  await until(() => expect(field.getAttribute('aria-activedescendant')).toBe(page.getByRole('option').id));
  await key(page, 'Enter', { keyCode: 229, isComposing: true });
  isMode(page, 'search');
  await key(page, 'Enter');
  await until(() => isMode(page, 'agent'));
  expect(chips(page, 'context.answers')).toEqual([bot]);
  expect(field.value).toBe('What is open? ');
  page.getByRole('button', { name: `${page.text('agent-chat', 'home.label')}: ${bot}` });
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

  await type(page, '@Launch');
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
  await type(page, '@Launch');
  await page.press(() => page.getByRole('option', { name: /^Launch/ }));
  await type(page, 'What is open? @surf');
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

test('a research about chosen documents is started offline, and is in the outbox and the history', async () => {
  const { page, asked } = await openHome();
  await page.press(() => page.getByRole('radio', { name: page.text('ask', 'mode.research') }));
  await page.fill(fieldOf(page), '@企画');
  await until(() => expect(options(page)).toContain('企画 Plan'));
  await page.press(() => page.getByRole('option', { name: /企画 Plan/ }));
  await page.findByText(page.text('ask', 'mode.researchText'));
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

test('attached files are uploaded and read while the question is written', async () => {
  const { page, asked } = await openHome();
  await attach(page, file('roof.txt'), file('wrong.exe'), file('empty.txt', ''));
  await until(() => expect(files().map(({ dataset }) => dataset['attachment'])).toEqual(['ready', 'failed', 'failed']));
  expect(files()[1]!.textContent).toContain(page.text('errors', 'FILE_TYPE_NOT_SUPPORT'));
  expect(files()[2]!.textContent).toContain(page.text('errors', 'FILE_CONTENT_EMPTY'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => page.getByText(page.text('ask', 'files.failed', { name: 'wrong.exe' })));
  expect(asked).toEqual([]);
  for (const name of ['wrong.exe', 'empty.txt'])
    await page.press(() => page.getByRole('button', { name: page.text('common', 'combobox.remove', { name }) }));
  await key(page, 'Enter');
  await until(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.fileIds).toHaveLength(1);
  expect(asked[0]!.fileNames).toEqual(['roof.txt']);
  expect(asked[0]!.files).toBeUndefined();
  // the question keeps the name, also after the file has expired
  await until(() => expect(namesIn(page)).toEqual(['roof.txt']));
  expect(page.device.asked.filter((each) => each.endsWith('/file/temporary/upload/finish'))).toHaveLength(1);
});

test('a question that is asked during an upload waits in its chat, also after its screen is left', async () => {
  const { page, asked } = await openHome();
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('ready'));
  page.device.stall(/^\/uploads\//);
  await attach(page, file('late.txt', 'Marjoram grows below the roof.'));
  await until(() => expect(files()[1]?.dataset['attachment']).toBe('sending'));
  await page.fill(fieldOf(page), 'What grows below the roof?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  const chat = page.path();
  // files that the server has are named, the others are given with their bytes
  expect(asked[0]!.fileNames).toEqual(['roof.txt']);
  expect(asked[0]!.files!.map(({ name }) => name)).toEqual(['late.txt']);
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  await page.follow('/search');
  await until(() => expect(fieldOf(page)().value).toBe(''));
  expect(files()).toEqual([]);
  await page.reload();
  await page.goTo(chat);
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  expect(namesIn(page)).toEqual(['roof.txt', 'late.txt']);
  await page.findByText(/^Sending the question’s files/);
  page.device.stall(null);
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  await until(() => expect(page.element('[data-turn]')!.textContent).toContain('Marjoram grows below the roof.'));
});

test('offline, an uploaded file is given with its bytes, since the server deletes it after a week', async () => {
  const { page, asked } = await openHome();
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('ready'));
  page.device.become('cut');
  await attach(page, file('late.txt', 'Late.'));
  await until(() => expect(files()[1]?.textContent).toContain(page.text('ask', 'files.waitsForNetwork')));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  expect(asked[0]!.fileIds).toEqual([]);
  expect(asked[0]!.files!.map(({ name }) => name)).toEqual(['roof.txt', 'late.txt']);
  page.device.become('ok');
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  await until(() => expect(page.element('[data-turn]')!.textContent).toContain('Lavender grows on the roof.'));
  // each file was uploaded once
  expect(page.device.asked.filter((each) => /^PATCH \/uploads\//.test(each))).toHaveLength(2);
});

test('a navigation waits until the files of the question are stored; on failure the question stays', async () => {
  const { page } = await openHome();
  page.device.become('cut');
  let fail: (() => void) | null = null;
  const { overhear } = page.device;
  page.device.overhear = (message, answer) => {
    const { id, argumentList } = message as { id?: string; argumentList?: { value: unknown }[] };
    if (argumentList?.[0]?.value !== 'chat.ask') return overhear!(message, answer);
    const value = {
      isError: true,
      value: { kind: 'call', code: 'DEVICE_STORAGE_FULL', message: '' },
    };
    fail = () => answer({ id, type: 'HANDLER', name: 'throw', value });
    return true;
  };
  await attach(page, file('roof.txt'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await page.findByText(page.text('ask', 'files.storing'));
  // the file cannot be removed any more, since the question is being stored with it
  const remove = page.text('common', 'combobox.remove', { name: 'roof.txt' });
  expect(page.queryByRole('button', { name: remove })).toBeNull();
  const closing = new window.Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await page.follow('/meeting-notes');
  expect(page.path()).toBe('/search');
  await until(() => expect(fail).not.toBeNull());
  fail!();
  await page.findByText(page.text('errors', 'DEVICE_STORAGE_FULL'));
  expect(page.path()).toBe('/search');
  expect(fieldOf(page)().value).toBe('What grows on the roof?');
  page.getByRole('button', { name: remove });
  const later = new window.Event('beforeunload', { cancelable: true });
  window.dispatchEvent(later);
  expect(later.defaultPrevented).toBe(false);
});

test('files dropped anywhere on the home screen are attached; dragged text is not', async () => {
  const { page, asked } = await openHome();
  const zone = page.element('[data-drop-zone]')!;
  const text = page.text('ask', 'files.drop');
  expect(page.queryByText(text)).toBeNull();
  drag(zone, 'dragenter');
  await until(() => page.getByText(text));
  // also above the recent chats
  expect(drag(zone.querySelector('section, ul, h2') ?? zone, 'drop', [file('roof.txt')]).defaultPrevented).toBe(true);
  await until(() => expect(page.queryByText(text)).toBeNull());
  await until(() => expect(files().map(({ dataset }) => dataset['attachment'])).toEqual(['ready']));
  expect(files()[0]!.textContent).toContain('roof.txt');
  const words = new window.Event('drop', { bubbles: true, cancelable: true });
  Object.assign(words, { dataTransfer: { types: ['text/plain'], items: [], files: [] } });
  await act(async () => void zone.dispatchEvent(words));
  expect(words.defaultPrevented).toBe(false);
  expect(files()).toHaveLength(1);
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(asked.map(({ fileNames }) => fileNames)).toEqual([['roof.txt']]));
});

test('a question has at most five files; pasted images get a name, and pasted text stays text', async () => {
  const { page } = await openHome();
  const field = await until(fieldOf(page));
  const paste = (data: { files: File[]; text?: string }): Promise<void> =>
    act(async () => {
      fireEvent.paste(field, { clipboardData: { files: data.files, getData: () => data.text ?? '' } });
    });
  await paste({ files: [new File(['x'], 'image.png', { type: 'image/png' })], text: 'copied words' });
  expect(files()).toEqual([]);
  await paste({ files: [new File(['x'], 'image.png', { type: 'image/png' })] });
  await until(() => expect(files()[0]?.textContent).toMatch(/^Screenshot \d{4}-/));
  await attach(page, ...Array.from({ length: LIMITS.questionFiles.max }, (_, i) => file(`${i}.txt`, `text ${i}`)));
  await until(() => page.getByText(page.text('ask', 'files.tooMany', { max: LIMITS.questionFiles.max })));
  expect(files()).toHaveLength(LIMITS.questionFiles.max);
});

test('an upload that fails can be tried again', async () => {
  const { page } = await openHome();
  page.device.failing = /^\/uploads\//;
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('failed'));
  page.device.failing = null;
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'files.retry', { name: 'roof.txt' }) }));
  await until(() => expect(files()[0]?.dataset['attachment']).toBe('ready'));
});

test('offline a question waits to be sent; the picker and the matches work', async () => {
  const { page, asked } = await openHome();
  await until(() => page.getByText(page.text('ask', 'scope.webMissing')));
  await goOffline(page);
  await page.fill(fieldOf(page), 'lavender');
  await until(() => expect(within(results(page)).getAllByRole('link')).toHaveLength(3));
  await page.fill(fieldOf(page), '');
  await type(page, '@企画');
  await page.press(() => page.getByRole('option', { name: /企画 Plan/ }));
  await until(() => expect(chips(page)).toEqual(['企画 Plan']));
  await page.fill(fieldOf(page), 'What is planned?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  expect(asked.map(({ question }) => question)).toEqual(['What is planned?']);
  await page.follow('/search');
  await until(() => page.getByRole('link', { name: 'What is planned?' }));
  within(page.getByRole('link', { name: 'What is planned?' }).closest('li')!).getByText(
    page.text('ask', 'recent.waiting'),
  );
});

test('an offline question waits with its file, also after a reload, and is answered from it', async () => {
  const { page, asked } = await openHome();
  await goOffline(page);
  await attach(page, file('roof.txt'));
  await until(() => expect(files()[0]?.textContent).toContain(page.text('ask', 'files.waitsForNetwork')));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  expect(asked.map(({ fileIds, files: given }) => [fileIds, given?.map(({ name }) => name)])).toEqual([
    [[], ['roof.txt']],
  ]);
  // the page can be loaded, but no call succeeds
  page.device.refused = /^\/(api|uploads)\//;
  page.device.become('ok');
  await page.reload();
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  const turn = page.element('[data-turn]')!;
  within(turn).getByText('roof.txt');
  within(turn).getByText(page.text('chat', 'state.onDevice'));
  within(turn).getByRole('button', { name: page.text('chat', 'state.takeBack') });
  page.device.refused = null;
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  await until(() => expect(page.element('[data-turn]')!.textContent).toContain('Lavender grows on the roof.'));
});

test('a waiting question shows its refused file, and can be sent without the file', async () => {
  const { page } = await openHome();
  await goOffline(page);
  await attach(page, file('picture.png', 'not a picture'), file('roof.txt'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(page.path()).toMatch(/^\/project-chat\//));
  page.device.become('ok');
  const reason = page.text('errors', 'FILE_TYPE_MISMATCH');
  const told = page.text('chat', 'state.fileRefused', { name: 'picture.png', reason });
  await until(() => expect(page.getByRole('alert').textContent).toBe(told));
  expect(stateOfTurn(page)).toBe('onDevice');
  // another attempt would have the same result
  expect(page.queryByRole('button', { name: page.text('common', 'retry') })).toBeNull();
  page.getByRole('button', { name: page.text('chat', 'state.takeBack') });
  // a further question waits for this one, and can be withdrawn
  await page.fill(() => page.getByLabelText<HTMLTextAreaElement>(page.text('chat', 'composer.label')), 'And below it?');
  await page.press(() => page.getByRole('button', { name: page.text('ask', 'ask') }));
  await page.findByText(page.text('chat', 'state.waitsForEarlier'));
  expect(page.getAllByRole('button', { name: page.text('chat', 'state.takeBack') })).toHaveLength(2);
  await page.press(() => page.getAllByRole('button', { name: page.text('chat', 'state.takeBack') })[1]!);
  await until(() => expect(document.querySelectorAll('[data-turn]')).toHaveLength(1));
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'state.withoutFile') }));
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
  const chip = within(page.element('[data-turn]')!).getByRole('list', { name: page.text('chat', 'question.context') });
  expect([...chip.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['roof.txt']);
});

test('a question is asked although its files cannot be uploaded now, and the field is cleared', async () => {
  const { page, asked } = await openHome();
  page.device.failing = /^\/uploads\//;
  await attach(page, file('roof.txt'));
  await page.fill(fieldOf(page), 'What grows on the roof?');
  await key(page, 'Enter');
  await until(() => expect(asked.map(({ files: given }) => given?.map(({ name }) => name))).toEqual([['roof.txt']]));
  await until(() => expect(stateOfTurn(page)).toBe('onDevice'));
  page.device.failing = null;
  await until(() => expect(stateOfTurn(page)).toBe('answered'));
});

// two languages are enough: locales.test checks that all have the same texts
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
