/** A document made from an answer: untrusted text, editing offline, formulas, revising, publishing and versions. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { canvasCalls } from '../../server/core/canvases/contract';
import { chatCalls } from '../../server/core/chat/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { versionCalls } from '../../server/core/note-versions/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { canvasTextId } from '../../sync/model/ids';
import type { Answer } from '../../sync/model/kinds/answers';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page, type Queries } from '../support/component/page';
import { theServer } from '../support/component/server';

const HOSTILE =
  'The launch is in May.[^1] <script>alert(1)</script> <img src=x onerror=alert(1)> ![p](https://stranger.example/p.png) [l](javascript:alert) $E=mc^2$';
const QUESTION = 'When is the launch?';

let company: Company;
let device: Device;
let chatId: string;
let questionId: string;
beforeAll(async () => {
  company = await foundCompany('House of documents');
  ({ chatId, questionId } = await company.call(chatCalls.createHome, { query: QUESTION, mode: 'search' }));
  // the replica gets another answer below
  await until(async () =>
    expect((await company.call(chatCalls.get, { id: chatId })).questions[0]!.state).toBe('SUCCEEDED'),
  );
});
beforeEach(async () => {
  device = new Device((await theServer()).url);
  const answer: Partial<Answer> = {
    id: questionId,
    threadId: chatId,
    text: HOSTILE,
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
  device.overhear = ({ live, query }, reply) => {
    if (live === undefined || query?.kind !== 'answer') return false;
    reply({ live, value: { answer, live: { text: '', activity: null } } });
    return true;
  };
});

/** Creates the document of the answer, or opens the existing one. */
async function openDocument(): Promise<Page> {
  const page = await openPage({ device, person: company.owner, path: `/project-chat/${chatId}` });
  // the replaced answer can be shown before its question
  await page.sent();
  const open = await page.findByRole('button', { name: page.text('chat', 'openAsDocument') });
  await page.press(() => open);
  await until(() => expect(page.element('[data-note-editor="ready"]')).not.toBeNull());
  return page;
}
const written = (page: Page): string => page.element('[data-note-editor] .note')?.textContent ?? '';

const inMenu = async (page: Page, entry: string): Promise<Queries> => {
  await page.press(() => page.getByRole('button', { name: /^Actions for/ }));
  await page.press(() => page.getByRole('menuitem', { name: entry }));
  return page.dialog();
};

test('markup of an untrusted answer is text in its document, and sources are links', async () => {
  const page = await openDocument();
  expect(page.path()).toMatch(/^\/canvas\//);
  expect(written(page)).toContain('The launch is in May.[1] <script>alert(1)</script>');
  const text = page.element('[data-note-editor] .note')!;
  expect(text.querySelectorAll('script, img:not([class]), [onerror]')).toHaveLength(0);
  const links = [...text.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toContain('https://news.example/launch');
  expect(links.some((href) => href?.startsWith('javascript:'))).toBe(false);
  // sent, since the next tests use other devices
  await page.sent();
});

test('formulas are drawn as in the chat, and keep their source', async () => {
  const page = await openDocument();
  const text = (): HTMLElement => page.element('[data-note-editor] .note')!;
  await until(() => expect(text().querySelector('.answer-formula annotation')?.textContent).toBe('E=mc^2'));
  await page.sent();
  const { html } = await company.call(canvasCalls.html, { id: page.path().split('/').at(-1)! });
  expect(html).toContain('$E=mc^2$');
});

test('a document is renamed offline, and opened again from the list of its chat', async () => {
  const page = await openDocument();
  device.become('cut');
  await page.fill(() => page.getByRole('textbox', { name: page.text('note', 'title.label') }), 'Plan of the launch');
  await until(() => expect(page.element('h1')?.textContent).toBe('Plan of the launch'));
  await page.follow(`/project-chat/${chatId}`);
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'documents', { count: 1 }) }));
  await page.press(() => page.getByRole('menuitem', { name: 'Plan of the launch' }));
  await until(() => expect(written(page)).toContain('The launch is in May.'));
  device.become('ok');
  await page.sent();
});

test('without a language model, revising shows what it needs, and the text stays', async () => {
  const page = await openDocument();
  const before = written(page);
  // the server must have the document before it is asked to revise it
  const id = page.path().split('/').at(-1)!;
  await until(async () => void (await company.call(canvasCalls.html, { id })));
  await page.fill(
    () => page.getByRole('textbox', { name: page.text('canvas', 'revise.label') }),
    'Shorten the first part',
  );
  await page.press(() => page.getByRole('button', { name: page.text('canvas', 'revise.ask') }));
  await page.findByText(page.text('canvas', 'revise.noModel'));
  expect(written(page)).toBe(before);
});

test('offline, publishing and ending it are shown as waiting, not as done', async () => {
  const page = await openDocument();
  await page.sent();
  const publish = () => inMenu(page, page.text('canvas', 'publish.action'));
  const badge = (name: 'opens' | 'closes'): string => page.text('canvas', `publish.badge.${name}`);
  device.become('cut');
  let dialog = await publish();
  await page.press(() => dialog.getByRole('button', { name: page.text('canvas', 'publish.submit') }));
  await until(() => dialog.getByText(page.text('canvas', 'publish.opens')));
  expect(dialog.queryByText(page.text('canvas', 'publish.isOpen'))).toBeNull();
  await page.findByText(badge('opens'));
  device.become('ok');
  await page.sent();
  await until(() => dialog.getByText(page.text('canvas', 'publish.isOpen')));
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'done') }));
  await page.findByText(page.text('canvas', 'published'));

  // unsent text does not change the state of the page
  device.become('cut');
  await page.fill(() => page.getByRole('textbox', { name: page.text('note', 'title.label') }), 'Plan in public');
  dialog = await publish();
  await until(() => dialog.getByText(page.text('canvas', 'publish.isOpen')));
  await page.press(() => dialog.getByRole('button', { name: page.text('canvas', 'publish.end') }));
  await until(() => dialog.getByText(page.text('canvas', 'publish.closes')));
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'cancel') }));
  await page.findByText(badge('closes'));
  device.become('ok');
  await page.sent();
  await until(() => expect(page.queryByText(badge('closes'))).toBeNull());
});

test('a document is compared with a version and restored, and its present text is saved as a note', async () => {
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Launch' });
  const page = await openDocument();
  await page.sent();
  const contentId = canvasTextId(page.path().split('/').at(-1)!);
  await until(async () =>
    company.call(versionCalls.save, {
      contentId,
      id: 'first-draft',
      name: 'First draft',
      state: toBase64(stateFromMarkdown('The launch is in April.')),
      at: Date.now() - 3_600_000,
    }),
  );
  const history = await inMenu(page, page.text('note', 'menu.versions'));
  await until(() => history.getByRole('button', { name: /First draft/ }));
  await until(() => {
    expect(page.element('del')?.textContent).toContain('April');
    expect(page.element('ins')?.textContent).toContain('May');
  });
  await page.press(() => history.getByRole('button', { name: page.text('versions', 'restore') }));
  await until(() => expect(written(page)).toBe('The launch is in April.'));

  const dialog = await inMenu(page, page.text('chat', 'saveAsNote'));
  await until(async () => {
    if (page.queryAllByRole('option').length === 0)
      await page.user.click(page.getByRole('dialog').querySelector('button[aria-haspopup="listbox"]')!);
    page.getByRole('option', { name: 'Launch' });
  });
  await page.press(() => page.getByRole('option', { name: 'Launch' }));
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'save') }));
  await page.findByText(page.text('chat', 'note.done'));
  await page.sent();
  const { list } = await company.call(projectCalls.searchNotes, { projectId });
  expect(list).toHaveLength(1);
  expect((await company.call(noteCalls.get, { id: list[0]!.id })).content.trim()).toBe('The launch is in April.');
});

test('a missing document is reported', async () => {
  const page = await openPage({ device, person: company.owner, path: '/canvas/nowhere' });
  await page.findByText(page.text('canvas', 'missing.title'));
});
