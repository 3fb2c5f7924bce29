/**
 * Every screen: shows texts instead of keys, has no remaining placeholder, and sets the language of the document.
 * Screens of the workspace are opened in every language. Other screens are a document each, and are opened only in
 * English and Japanese: app/i18n/locales.test.ts checks that every language has the same texts.
 */
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Screen } from '../../app/feature';
import { FEATURES } from '../../app/features';
import { LANGUAGES, languageTag, type Language } from '../../sync/model/languages';
import { chatCalls } from '../../server/core/chat/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { Answer } from '../../sync/model/kinds/answers';
import { callsOf } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';
import { text } from '../support/texts';
import routes from '../../app/routes';

const emma = demoPerson('emma');
const documents = { projectId: '', noteId: '', meetingId: '', chatId: '', questionId: '' };
beforeAll(async () => {
  const call = await callsOf(emma);
  const { list } = await call(meetingCalls.myPage, {});
  documents.meetingId = list[0]!.id;
  documents.projectId = (await call(projectCalls.create, { title: 'Every screen' })).id;
  documents.noteId = (
    await call(noteCalls.save, { projectId: documents.projectId, title: 'On every screen', content: 'A text.' })
  ).id;
  const asked = await call(chatCalls.createInProject, { projectId: documents.projectId, query: 'A text?' });
  Object.assign(documents, asked);
  await until(async () =>
    expect((await call(chatCalls.get, { id: asked.chatId })).questions[0]!.state).toBe('SUCCEEDED'),
  );
});

/** stored in place of the answer to a question for which the sources have none */
const ANSWER: Partial<Answer> = {
  text: 'The launch is in May.[^1] It is warm.[^?]',
  citations: [{ n: 1, source: 1, quote: 'The launch is in May.' }],
  sources: [
    {
      ...{ no: 1, kind: 'web', id: '', partId: '', title: 'Launch news', url: 'https://news.example/launch' },
      ...{ projectId: '', text: 'The launch is in May.', start: 0, at: -1, updatedAt: 1 },
    },
  ],
  failed: [],
  leftOut: { turns: 0, passages: 0 },
  isClosest: false,
  isComplete: true,
  mode: 'model',
  model: 'test-1',
};

/** a language with plural forms and one without */
const DOCUMENT_LANGUAGES = new Set<Language>(['en', 'ja']);
const NOWHERE = '01920000-0000-7000-8000-000000000000';
/** Screens before the sign-in: each is a document of its own. The landing page has no scripts (sign-in.spec.ts). */
const VISITORS = [
  '/auth/login',
  '/auth/login?reason=revoked',
  '/auth/register',
  '/auth/forgot-password',
  '/verify/retrieve-password?activeKey=none',
  '/verify/create-company?activeKey=none',
  '/verify/invite-user?activeKey=none',
  '/verify/box',
  '/verify/google-drive',
  '/invite/none',
  '/user/company/applyVerify?activeKey=none',
  '/legal/usage-terms',
  '/legal/privacy-policy',
  '/legal/specific-based',
  '/contact',
  '/ip-blocked',
  '/gallery',
];
const CONSOLE = [
  '/admin/overview',
  '/admin/organization',
  '/admin/organization?dialog=create',
  '/admin/employees',
  '/admin/employees?dialog=invite',
  '/admin/employees?tab=requests',
  '/admin/livepage',
  '/admin/ip-management',
  '/admin/ip-management?dialog=new',
  '/admin/ip-logs',
  '/admin/settings',
  '/admin/settings/knowledge-sources',
  '/admin/settings/ai',
  '/admin/settings/agents',
  '/admin/audit',
  '/auth/update-password',
  '/auth/verification-success',
  '/auth/ownership-transferred',
  '/auth/authorization',
  '/auth/desktop',
  '/no-access',
];
const withQueries = (): string[] => [
  '/search',
  '/my-base',
  '/my-base/project',
  '/my-base/project?filter=shared',
  '/my-base/project?new=1',
  `/project/${documents.projectId}`,
  `/project/${documents.projectId}?tab=meetings`,
  `/project/${documents.projectId}?tab=files`,
  `/project/${documents.projectId}?tab=links`,
  `/project/${documents.projectId}?tab=chats`,
  `/project/${documents.projectId}/chat/${NOWHERE}`,
  `/project/${documents.projectId}/canvas/${NOWHERE}`,
  `/canvas/${NOWHERE}`,
  `/project-chat/${NOWHERE}`,
  `/research/${NOWHERE}`,
  `/agent-chat/${NOWHERE}`,
  '/agent-chat?agent=ai-search',
  '/chat/history?kind=search',
  `/project/${documents.projectId}/note-detail/${documents.noteId}`,
  `/project/${documents.projectId}/history`,
  `/project/${documents.projectId}/note/${documents.noteId}`,
  `/project/${documents.projectId}/note/new`,
  `/project/${documents.projectId}/history`,
  '/meeting-notes',
  '/meeting-note',
  '/meeting-note?mode=upload',
  '/meeting/activate-app',
  ...['notes', 'summary', 'transcript', 'analysis'].map((tab) => `/meeting/${documents.meetingId}?tab=${tab}`),
  '/recovery',
  '/outbox',
  '/conflicts',
  '/settings',
  '/settings?section=notifications',
  '/notifications?tab=read',
  '/workshop/inbox?tab=ended',
  `/workshop/inbox/tasks/${NOWHERE}`,
  '/workshop/bots/ai-search',
  `/workshop/bots/${NOWHERE}`,
  `/workshop/bots/${NOWHERE}/edit`,
  `/access-request/notes/${documents.noteId}/${NOWHERE}`,
  '/settings?section=apps',
  '/settings?section=devices',
  '/settings?section=storage',
  '/share',
  `/meeting/${NOWHERE}`,
  `/project/${NOWHERE}`,
];
/** Adds the screens of features that are not listed above: a path without a parameter needs no document. */
function workspace(): string[] {
  const named = withQueries();
  const others = FEATURES.flatMap(({ screens }): readonly Screen[] => screens)
    .filter(({ layout, path }) => layout === 'workspace' && !path.includes(':'))
    .map(({ path }) => `/${path}`)
    .filter((path) => !named.some((each) => each.split('?')[0] === path));
  return [...named, ...others];
}

/** Detects `common:retry`, `banner.moved`, `emptyText` or `{{name}}` in place of a text. */
const NAMESPACES = readdirSync(new URL('../../locales/en', import.meta.url))
  .map((file) => file.replace(/\.json$/, ''))
  .join('|');
const KEY = new RegExp(
  `\\{\\{|\\}\\}|\\b(?:${NAMESPACES}):\\w|^[a-z][A-Za-z]+(?:\\.[a-z][A-Za-z]+){1,4}$|^[a-z]+[A-Z][a-z]\\w*$`,
);
/** visible text and accessible names */
function wordsOf(document: Document): string[] {
  const words: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement!.closest('script, style, noscript, [translate=no], code'))
      words.push(node.textContent!.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      words.push(element.getAttribute(name)?.trim() ?? '');
  }
  return words.filter(Boolean);
}

async function inspect(page: Page, path: string, language: Language): Promise<string[]> {
  await until(() => {
    expect(page.element('h1'), path).not.toBeNull();
    // the gallery shows loading states
    if (path !== '/gallery') expect(page.element('.shimmer'), path).toBeNull();
  });
  for (const [ns, key] of [
    ['common', 'crash.title'],
    ['project', 'broken.title'],
    ['admin', 'frame.failed.title'],
  ] as const) {
    expect(page.queryByText(text(ns, key, {}, language)), `${path} cannot be shown`).toBeNull();
  }
  const found = wordsOf(document)
    .filter((each) => KEY.test(each) && !/^[\w.-]+\.(example|test)$/.test(each))
    .map((each) => `${path}: “${each}”`);
  if (document.documentElement.lang !== languageTag(language))
    found.push(`${path}: lang is ${document.documentElement.lang}`);
  return found;
}

test.each(LANGUAGES)('every screen is translated to %s', async (language) => {
  const { url } = await theServer();
  const found: string[] = [];
  const isOfDocuments = DOCUMENT_LANGUAGES.has(language);
  if (isOfDocuments) {
    const visitor = await openPage({ device: new Device(url), language, path: '' });
    for (const path of VISITORS) {
      await visitor.goTo(path);
      found.push(...(await inspect(visitor, path, language)));
    }
  }
  const device = new Device(url);
  device.overhear = ({ live, query }, reply) => {
    const { kind, turnId } = (query ?? {}) as { kind?: string; turnId?: string };
    if (live === undefined || kind !== 'answer' || turnId !== documents.questionId) return false;
    reply({ live, value: { answer: ANSWER, live: { text: '', activity: null } } });
    return true;
  };
  const page = await openPage({ device, language, person: emma, path: '/search' });
  await page.sent();
  // a signed-in browser uses the language of the profile, so that is changed, as in the settings
  const { chooseLanguage } = await import('../../app/features/shell/choose-language');
  await chooseLanguage(language);
  await page.sent();
  for (const path of workspace()) {
    await page.follow(path);
    found.push(...(await inspect(page, path, language)));
  }
  // a chat with an answer, and the document made from it
  const chat = `/project/${documents.projectId}/chat/${documents.chatId}`;
  await page.follow(chat);
  const openAsDocument = { name: text('chat', 'openAsDocument', {}, language) };
  await until(() => page.getByRole('button', openAsDocument));
  found.push(...(await inspect(page, chat, language)));
  await page.press(() => page.getByRole('button', openAsDocument));
  await until(() => expect(page.element('[data-note-editor="ready"]')).not.toBeNull());
  found.push(...(await inspect(page, page.path(), language)));
  await page.sent();
  for (const path of isOfDocuments ? CONSOLE : []) {
    await page.goTo(path);
    found.push(...(await inspect(page, path, language)));
  }
  // other test files of this process sign in as the same person, so the language of the profile is restored
  await page.goTo('/search');
  await page.sent();
  const profile = await import('../../app/features/shell/choose-language');
  await profile.chooseLanguage('en');
  await page.sent();
  expect(found).toEqual([]);
});

/** Fails until a new route is added to the list above. */
test('no screen of the app is left out', () => {
  const looked = [...VISITORS, ...CONSOLE, ...workspace()].map((path) => path.split('?')[0]!);
  const leaves = (entries: typeof routes): string[] =>
    entries.flatMap((entry): string[] =>
      entry.children ? leaves(entry.children as typeof routes) : [`/${entry.path ?? ''}`],
    );
  const isLooked = (route: string): boolean =>
    looked.some((path) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path));
  // the landing page, two redirects, one receiver of forms, and two downloads
  expect(
    leaves(routes)
      .filter((route) => !isLooked(route))
      .sort(),
  ).toEqual(['/', '/admin', '/admin/audit/export', '/admin/ip-logs/csv', '/admin/search-words', '/shell']);
});
