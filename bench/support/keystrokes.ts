/** Keystrokes in the product's editor, and the times at which their characters are displayed. */
import type { Page } from '@playwright/test';
import type { Browser } from './browser';
import { pause } from './row';
import { p95 } from './statistics';
import { editor, quiet } from './screens';

/** a character that no text of the corpus contains */
const LETTER = 'z';
/** milliseconds between keystrokes: a fast typist */
export const EVERY_MS = 120;

/**
 * Records the time at which each further character was in the text, and with `paint` when it was painted; milliseconds
 * since the epoch.
 */
export async function watch(page: Page, letters: number, paint: boolean): Promise<void> {
  await page.evaluate(
    ([many, painted, letter]) => {
      const text = document.querySelector('.note')!;
      const now = (): number => performance.timeOrigin + performance.now();
      const before = text.textContent!.split(letter).length - 1;
      const seen: number[] = [];
      const typed: number[] = [];
      (globalThis as unknown as { typed: number[] }).typed = typed;
      document.addEventListener(
        'keydown',
        (event) => {
          if (event.key === letter) typed.push(performance.timeOrigin + event.timeStamp);
        },
        true,
      );
      (globalThis as unknown as { seen: Promise<number[]> }).seen = new Promise((resolve) => {
        new MutationObserver(() => {
          const note = (at: number, upTo: number): void => {
            while (seen.length < upTo) seen.push(at);
            if (seen.length >= many) resolve(seen);
          };
          const have = text.textContent!.split(letter).length - 1 - before;
          // after the frame: a message posted in its callback arrives when it was painted
          if (painted)
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => note(now(), have);
              port2.postMessage(0);
            });
          else note(now(), have);
        }).observe(text, { subtree: true, childList: true, characterData: true });
      });
    },
    [letters, paint, LETTER] as const,
  );
}
/** Times of display on a watched page. */
export const seen = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { seen: Promise<number[]> }).seen);
/** Times of keystrokes on a watched page. */
export const typed = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { typed: number[] }).typed);
export const apart = (from: number[], to: number[]): number[] => from.map((at, i) => to[i]! - at);

export async function type(page: Page, letters: number): Promise<void> {
  for (let i = 0; i < letters; i += 1) {
    await page.keyboard.press(LETTER);
    await pause(EVERY_MS);
  }
}

/** A newly loaded screen, with everything synced. `text`: resolves when the note's text is displayed; an editor by default. */
export async function opened(page: Page, address: string, text: (page: Page) => Promise<void> = editor): Promise<void> {
  await page.goto(address);
  await text(page);
  await quiet(page);
}

/** Types into the opened note of `writer`; the p95 of the milliseconds until each character is in the text of each other page. */
export async function typeWatched(writer: Page, others: readonly Page[], letters: number): Promise<number[]> {
  for (const page of [writer, ...others]) await watch(page, letters, false);
  await writer.bringToFront();
  await writer.locator('.note').click();
  await type(writer, letters);
  const displayed = await Promise.all(others.map(seen));
  const from = await typed(writer);
  return displayed.map((times) => p95(apart(from, times)));
}

/**
 * The same content in a contenteditable without an editor: the share of machine and browser in the latency. The p95 in
 * milliseconds.
 *
 * @param place where the cursor is set, a selector
 */
export async function bare(
  browser: Browser,
  content: { text: string } | { html: string },
  letters: number,
  place = '.note',
): Promise<number> {
  const page = await browser.context.newPage();
  await page.goto(
    'data:text/html,<!doctype html><div class="note" contenteditable style="font:16px sans-serif;white-space:break-spaces"></div>',
  );
  await page.evaluate((given) => {
    const note = document.querySelector('.note')!;
    if ('html' in given) note.innerHTML = given.html;
    else note.textContent = given.text;
  }, content);
  await watch(page, letters, true);
  await page.locator(place).click();
  await type(page, letters);
  const times = apart(await typed(page), await seen(page));
  await page.close();
  return p95(times);
}
