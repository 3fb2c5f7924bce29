/** Actions on an answer: rating its passages, opening them, copying, saving as a note, reporting. */
import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { chatCalls } from '../../server/core/chat/contract';
import { noteCalls } from '../../server/core/notes/contract';
import type { Answer, AnswerSource } from '../../sync/model/kinds/answers';
import type { Call } from '../../sync/protocol/client';
import { callsOf } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';

const QUESTION = 'When is the release to all customers?';
const emma = demoPerson('emma');
let call: Call;
let chatId = '';
let quote = '';
let source: AnswerSource;
let page: Page;
const answer = async (): Promise<Answer> => (await call(chatCalls.get, { id: chatId })).questions[0]!.answer!;
/** An answer without a language model, over the demo company. */
beforeAll(async () => {
  call = await callsOf(emma);
  ({ chatId } = await call(chatCalls.createHome, { query: QUESTION, mode: 'search' }));
  await until(async () => expect((await answer()).citations).not.toHaveLength(0));
  const { citations, sources: given } = await answer();
  quote = citations[0]!.quote.split('\n')[0]!;
  source = given.find(({ no }) => no === citations[0]!.source)!;
});
beforeEach(async () => {
  page = await openPage({ device: new Device((await theServer()).url), person: emma, path: `/project-chat/${chatId}` });
  await until(() => expect(page.element('[data-turn-state="answered"] [data-mode]')).not.toBeNull());
});

const viewSources = (): Promise<void> =>
  page.press(() => within(page.element('[data-turn]')!).getByRole('button', { expanded: false, name: /source/ }));
/** Queries within the row of the source. */
const row = () => within(page.element(`[data-source="${source.no}"]`)!);
const useless = (): HTMLElement => row().getByRole('button', { name: page.text('chat', 'sources.useless') });
const inMenu = async (entry: string): Promise<void> => {
  await page.press(() =>
    within(page.element('[data-turn]')!).getByRole('button', { name: page.text('common', 'moreActions') }),
  );
  await page.press(() => page.getByRole('menuitem', { name: entry }));
};
const stored = async (): Promise<boolean | undefined> =>
  (await answer()).sources.find(({ no }) => no === source.no)!.isUseless;

test('an offline rating of a passage as useless is shown after a reload, sent later, and undone', async () => {
  await viewSources();
  page.device.become('cut');
  await page.press(useless);
  await until(() => row().getByText(page.text('chat', 'sources.isUseless'), { exact: false }));

  page.device.become('ok');
  page.device.refused = /\/chat\/source\/rate$/;
  await page.reload();
  await viewSources();
  await until(() => expect(useless().getAttribute('aria-pressed')).toBe('true'));
  expect(await stored()).toBeUndefined();

  page.device.refused = null;
  await page.reload();
  await page.sent();
  expect(await stored()).toBe(true);
  await viewSources();
  await page.press(() => row().getByRole('button', { name: page.text('common', 'undo') }));
  await until(() => expect(useless().getAttribute('aria-pressed')).toBe('false'));
  expect(document.activeElement).toBe(useless());
  await page.sent();
  await until(async () => expect(await stored()).toBe(false));
});

test('an answer is saved as a note with its source', async () => {
  await page.press(() => page.getByRole('button', { name: page.text('chat', 'saveAsNote') }));
  const dialog = await page.dialog();
  // a list without options does not open, and the options of a live query arrive later
  await until(async () => {
    if (page.queryAllByRole('option').length === 0)
      await page.user.click(page.getByRole('dialog').querySelector('button[aria-haspopup="listbox"]')!);
    expect(page.queryAllByRole('option')).not.toHaveLength(0);
  });
  await page.press(() => page.getAllByRole('option')[0]!);
  await page.press(() => dialog.getByRole('button', { name: page.text('common', 'save') }));
  await page.findByText(page.text('chat', 'note.done'));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'open') }));
  await page.at(/^\/project\/[^/]+\/note\//);
  await page.sent();
  const { title, content } = await call(noteCalls.get, { id: page.path().split('/').at(-1)! });
  expect(title).toBe(QUESTION);
  expect(content).toContain(`> ${quote}`);
  expect(content).toContain(source.title);
});

test('an answer is reported; the dialog shows an error while the server does not respond', async () => {
  page.device.refused = /\/chat\/answer\/report$/;
  await inMenu(page.text('chat', 'report.action'));
  const dialog = await page.dialog();
  await page.press(() => dialog.getByRole('button', { name: page.text('chat', 'report.submit') }));
  await until(() => dialog.getByText(page.text('chat', 'needsServer')));
  page.device.refused = null;
  await page.press(() => dialog.getByRole('button', { name: page.text('chat', 'report.submit') }));
  await page.findByText(page.text('chat', 'report.done'));
  expect(page.device.asked.filter((asked) => asked.endsWith('/chat/answer/report'))).toHaveLength(2);
});

test('an answer is copied as plain text or as Markdown; a refusal of the browser has a hint', async () => {
  const clipboard = window.navigator.clipboard;
  const copied: string[] = [];
  let isAllowed = true;
  clipboard.writeText = (text) => {
    if (!isAllowed) return Promise.reject(new Error('refused'));
    copied.push(text);
    return Promise.resolve();
  };
  const copy = (): Promise<void> => page.press(() => page.getByRole('button', { name: page.text('common', 'copy') }));
  await copy();
  await until(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toContain(`${quote} [1]`);
  expect(copied[0]).not.toContain('> ');
  const { run } = await import('../../app/replica/client');
  await run('preferences.update', { copyFormat: 'markdown' });
  await until(async () => {
    await copy();
    expect(copied.at(-1)).toContain(`> ${quote}`);
  });
  isAllowed = false;
  await copy();
  await page.findByText(page.text('note', 'copy.failed'));
  await page.findByText(page.text('note', 'copy.byHand'));
});
