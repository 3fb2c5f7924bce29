/**
 * One person, several browsers, one note: the texts that each wrote offline are merged in all of them, word for word.
 */
import type { Page } from '@playwright/test';
import type { BadProxy } from '../support/bad-proxy';
import { newCompany, type Company } from '../support/company';
import { expect, openLine, openShared, test } from '../support/e2e';
import {
  createProject,
  noteText,
  noteTitle,
  open,
  paragraphs,
  signIn,
  syncStatus,
  text,
  waitForEditor,
  waitUntilKept,
  waitUntilSent,
  writeNote,
} from '../support/steps';

const ORIGINAL = [
  'Monday the harbour was quiet.',
  'Tuesday brought rain.',
  'On Wednesday we counted boats',
  'Thursday ended with',
];

let company: Company;
let line: BadProxy;
let first: Page;
let second: Page;
let projectId: string;

test.beforeAll(async ({ satchel, browser }) => {
  [company, line, first, second] = await Promise.all([
    newCompany(satchel),
    openLine(satchel),
    openShared(browser),
    openShared(browser),
  ]);
  await Promise.all([first, second].map((page) => signIn(page, line.url, company.owner.email)));
  projectId = await createProject(first, line.url, 'Harbour diary');
});
test.afterEach(() => line.become('ok'));
test.afterAll(async () => {
  await Promise.all([first, second].map((page) => page.context().close()));
  await line.close();
});

/** A new note that both browsers have synced. */
async function sharedNote(title: string): Promise<string> {
  const path = await writeNote(first, line.url, projectId, title, ORIGINAL);
  await waitUntilSent(first);
  await showsNote(second, path, ORIGINAL);
  return path;
}

/** Opens a note and waits for these paragraphs. */
async function showsNote(page: Page, path: string, expected: string[]): Promise<void> {
  await open(page, line.url, path);
  await waitForEditor(page);
  await expect.poll(() => paragraphs(page)).toEqual(expected);
}

/** Puts the caret at an edge of a paragraph, and waits until the editor has it: a key moves it in a later task. */
async function caretAt(page: Page, paragraph: number, edge: 'Home' | 'End'): Promise<void> {
  const own = noteText(page).locator('p').nth(paragraph);
  await own.click();
  await page.keyboard.press(edge);
  const at = await own.evaluate((element, key) => {
    const { posAtStart, posAtEnd } = (element as unknown as { pmViewDesc: { posAtStart: number; posAtEnd: number } })
      .pmViewDesc;
    return key === 'Home' ? posAtStart : posAtEnd;
  }, edge);
  await expect(page.locator('[data-caret]')).toHaveAttribute('data-caret', String(at));
}

/** Types character by character at the start or the end of a paragraph, from 0. */
async function typeAt(page: Page, paragraph: number, edge: 'Home' | 'End', words: string): Promise<void> {
  await caretAt(page, paragraph, edge);
  await page.keyboard.type(words);
  await waitUntilKept(page);
}

/** Reconnects: everything is sent, and all browsers show the same text. Returns its paragraphs. */
async function meet(...pages: Page[]): Promise<string[]> {
  for (const page of pages) await waitUntilSent(page);
  let agreed: string[] = [];
  await expect
    .poll(async () => {
      const [one = [], ...others] = await Promise.all(pages.map(paragraphs));
      agreed = one;
      return others.every((other) => JSON.stringify(other) === JSON.stringify(one));
    })
    .toBe(true);
  return agreed;
}

async function offline(...pages: Page[]): Promise<void> {
  line.become('cut');
  for (const page of pages)
    await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /^(offline|unreachable)/);
}

test('two browsers write offline in one note, in different paragraphs and in the same one', async () => {
  await sharedNote('Boats of the week');
  const [a, b] = [first, second];
  await offline(a, b);

  await typeAt(a, 0, 'End', ' Emma saw two herons.');
  await typeAt(b, 1, 'End', ' 港の雨は夕方に止みました。');
  await typeAt(a, 2, 'Home', 'From the pier: ');
  await typeAt(b, 2, 'End', ', forty-one of them.');
  await typeAt(a, 3, 'End', ' lanterns along the quay.');
  await typeAt(b, 3, 'End', ' a storm warning at ten.');
  expect((await paragraphs(a))[1]).toBe('Tuesday brought rain.');

  line.become('ok');
  await expect(async () => {
    const now = await meet(a, b);
    expect(now).toHaveLength(4);
    expect(now[0]).toBe('Monday the harbour was quiet. Emma saw two herons.');
    expect(now[1]).toBe('Tuesday brought rain. 港の雨は夕方に止みました。');
    expect(now[2]).toBe('From the pier: On Wednesday we counted boats, forty-one of them.');
    // At the same position one text comes first; neither is split.
    expect([
      'Thursday ended with lanterns along the quay. a storm warning at ten.',
      'Thursday ended with a storm warning at ten. lanterns along the quay.',
    ]).toContain(now[3]);
  }).toPass();

  // The stored text is the same, not only the open editors.
  const current = await paragraphs(a);
  for (const page of [a, b]) {
    await page.reload();
    await waitForEditor(page);
    await expect.poll(() => paragraphs(page)).toEqual(current);
  }
});

test('a third browser that was offline during many edits catches up, and its own text survives', async ({
  newDevice,
}) => {
  const third = newDevice();
  const path = await sharedNote('A week at sea');
  const c = await third.open();
  await signIn(c, line.url, company.owner.email);
  await showsNote(c, path, ORIGINAL);

  // Offline, with an unsent edit.
  line.become('cut');
  await typeAt(c, 1, 'End', ' Written far from shore.');
  await third.close();
  line.become('ok');

  const [a, b] = [first, second];
  await meet(a, b);
  const days = Array.from({ length: 24 }, (_, n) => `Entry ${n + 1}: the wind turned, 風が${n + 1}度変わりました。`);
  // Two pairs alternate: the second begins where the first has ended.
  for (let from = 0; from < days.length; from += 4) {
    const page = from % 8 === 0 ? a : b;
    await expect.poll(async () => (await paragraphs(page)).at(-1)).toBe(from === 0 ? ORIGINAL.at(-1) : days[from - 1]);
    await caretAt(page, ORIGINAL.length + from - 1, 'End');
    for (const entry of days.slice(from, from + 4)) {
      await page.keyboard.press('Enter');
      await page.keyboard.insertText(entry);
    }
  }
  // In the meantime a paragraph that the third browser did not touch is deleted, and the note is renamed.
  await expect.poll(async () => (await paragraphs(a)).at(-1)).toBe(days.at(-1));
  await noteText(a).locator('p').nth(2).click({ clickCount: 3 });
  await a.keyboard.press('Delete');
  await noteTitle(b).fill('Two weeks at sea');
  await noteText(b).click();
  await meet(a, b);

  const back = await third.open();
  await open(back, line.url, path);
  await waitForEditor(back);
  await expect(async () => {
    const now = await meet(a, b, back);
    expect(now.slice(0, 2)).toEqual([ORIGINAL[0], `${ORIGINAL[1]} Written far from shore.`]);
    expect(now).toContain(ORIGINAL[3]);
    expect(now).not.toContain(ORIGINAL[2]);
    expect(now.slice(-days.length)).toEqual(days);
  }).toPass();
  for (const page of [a, b, back]) await expect(noteTitle(page)).toHaveValue('Two weeks at sea');
});

test('a title changed on two devices: one wins, the other is a conflict version and can be chosen instead', async () => {
  await sharedNote('Working title');
  const [a, b] = [first, second];
  await offline(a, b);
  await noteTitle(a).fill('Title of the first browser');
  await noteTitle(b).fill('Title of the second browser');
  await noteText(b).click();
  for (const page of [a, b]) await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /Waiting$/);

  line.become('ok');
  for (const page of [a, b]) await waitUntilSent(page);
  const titles = ['Title of the first browser', 'Title of the second browser'];
  // The focused field shows what the person typed and mentions the current title; it shows that one after losing focus.
  await expect(noteTitle(a)).toHaveValue(titles[0]!);
  await expect(a.locator('[data-title-overtaken]')).toContainText(titles[1]!);
  await expect(noteTitle(a)).toHaveValue(titles[0]!);
  await noteText(a).click();
  await expect(a.locator('[data-title-overtaken]')).toHaveCount(0);
  let winner = '';
  await expect
    .poll(async () => {
      winner = await noteTitle(a).inputValue();
      return titles.includes(winner) && winner === (await noteTitle(b).inputValue());
    })
    .toBe(true);
  const loser = titles.find((title) => title !== winner)!;

  // Both versions are on the device where they met.
  const card = (page: Page) => page.getByRole('listitem').filter({ hasText: loser });
  for (const page of [a, b]) {
    await open(page, line.url, '/conflicts');
    await expect(
      card(page)
        .or(page.getByText(text('outbox', 'conflict.empty')))
        .first(),
    ).toBeVisible();
  }
  const holder = (await card(a).count()) > 0 ? a : b;
  await expect(card(holder).getByText(winner, { exact: true }).last()).toBeVisible();
  await card(holder)
    .getByRole('button', {
      name: new RegExp(`^(${text('outbox', 'conflict.takeMine')}|${text('outbox', 'conflict.takeTheirs')})$`),
    })
    .click();
  await expect(card(holder)).toHaveCount(0);

  await waitUntilSent(holder);
  for (const page of [a, b]) {
    await open(page, line.url, `/project/${projectId}`);
    await expect(page.getByRole('main').getByText(loser).first()).toBeVisible();
    await expect(page.getByRole('main').getByText(winner)).toHaveCount(0);
  }
});
