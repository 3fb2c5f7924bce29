/**
 * From a keystroke in the product's editor to its display: on the own screen (the frame after the character is in the
 * text), in another tab, and in another browser of the same person through the server. All on one machine, so clocks
 * agree. The own screen is measured before the text is open elsewhere: three screens on the same cores would count.
 */
import type { Page } from '@playwright/test';
import { openBrowser, type Browser } from '../support/browser';
import { openPeerPage, PEERS, startPeer } from '../support/peers';
import { pause, times, type Bench, type Line, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { editor, openWorkspace, quiet } from '../support/screens';
import { noteId, projectId, seed } from '../support/seed';
import { median, p95, round } from '../support/statistics';

/** a character that no text of the corpus contains */
const LETTER = 'z';
/** milliseconds between keystrokes: a fast typist */
const EVERY_MS = 120;

/**
 * Reports in milliseconds since the epoch when each further character was in the text, and with `paint` when it was
 * painted.
 */
async function watch(page: Page, letters: number, paint: boolean): Promise<void> {
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
const seen = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { seen: Promise<number[]> }).seen);
const typed = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { typed: number[] }).typed);
const apart = (from: number[], to: number[]): number[] => from.map((at, i) => to[i]! - at);

async function type(page: Page, letters: number): Promise<void> {
  for (let i = 0; i < letters; i += 1) {
    await page.keyboard.press(LETTER);
    await pause(EVERY_MS);
  }
}

/** A page with the same text in a contenteditable: the share of the machine and the browser. */
async function bare(first: Browser, words: string, letters: number): Promise<number> {
  const page = await first.context.newPage();
  await page.goto(
    'data:text/html,<!doctype html><div class="note" contenteditable style="font:16px sans-serif;white-space:break-spaces"></div>',
  );
  await page.evaluate((text) => {
    document.querySelector('.note')!.textContent = text;
  }, words);
  await watch(page, letters, true);
  await page.locator('.note').click();
  await type(page, letters);
  const times = apart(await typed(page), await seen(page));
  await page.close();
  return p95(times);
}

/** A newly loaded screen, with everything synced. */
async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await editor(page);
  await quiet(page);
}

async function ownScreen(
  bench: Bench,
  first: Browser,
  address: string,
  letters: number,
): Promise<{ own: number; bare: number }> {
  const rounds = await times(bench.quick ? 2 : 5, async () => {
    await opened(first.page, address);
    const floor = await bare(first, (await first.page.locator('.note').textContent())!, letters);
    await watch(first.page, letters, true);
    await first.page.bringToFront();
    await first.page.locator('.note').click();
    await type(first.page, letters);
    const mine = await seen(first.page);
    const result = { own: p95(apart(await typed(first.page), mine)), bare: floor };
    bench.say(
      `keystroke: own screen ${round(result.own)} ms (the same text in a bare contenteditable ${round(result.bare)} ms)`,
    );
    return result;
  });
  return { own: median(rounds.map((r) => r.own)), bare: median(rounds.map((r) => r.bare)) };
}

async function otherScreens(
  bench: Bench,
  first: Browser,
  second: Browser,
  address: string,
  letters: number,
): Promise<{ tab: number; browser: number }> {
  const tab = await first.context.newPage();
  const rounds = await times(bench.quick ? 2 : 5, async () => {
    for (const page of [tab, second.page, first.page]) await opened(page, address);
    await watch(first.page, letters, false);
    await watch(tab, letters, false);
    await watch(second.page, letters, false);
    await first.page.bringToFront();
    await first.page.locator('.note').click();
    await type(first.page, letters);
    const [inTab, far] = await Promise.all([seen(tab), seen(second.page)]);
    const from = await typed(first.page);
    const result = { tab: p95(apart(from, inTab)), browser: p95(apart(from, far)) };
    bench.say(`keystroke: other tab ${round(result.tab)} ms, other browser ${round(result.browser)} ms`);
    return result;
  });
  return { tab: median(rounds.map((r) => r.tab)), browser: median(rounds.map((r) => r.browser)) };
}

async function satchel(
  bench: Bench,
  letters: number,
): Promise<{ own: number; bare: number; tab: number; browser: number }> {
  const data = await seed(bench.quick ? 1_000 : 10_000);
  const server = await startServer({ from: data.data });
  const address = `${server.url}/project/${projectId(0)}/note/${noteId(0)}`;
  const first = await openWorkspace(server.url);
  let second: Browser | undefined;
  try {
    const mine = await ownScreen(bench, first, address, letters);
    second = await openWorkspace(server.url);
    return { ...mine, ...(await otherScreens(bench, first, second, address, letters)) };
  } finally {
    await first.dispose();
    await second?.dispose();
    await server.dispose();
  }
}

/** The same with Yjs and Hocuspocus, without an editor: from the change to the event. */
async function hocuspocus(bench: Bench, letters: number): Promise<number> {
  const data = await seed(1_000);
  const server = await startPeer('hocuspocus', data.documents);
  const [one, two] = [await openPeerPage(server), await openPeerPage(server)];
  try {
    const names = Array.from({ length: bench.quick ? 2 : 5 }, (_, at) => noteId(at));
    const rounds: number[] = [];
    for (const name of names) {
      await one.ask('open', name);
      await two.ask('open', name);
      const [from, to] = await Promise.all([
        one.ask<number[]>('type', name, letters, EVERY_MS),
        two.ask<number[]>('arrivals', name, letters),
      ]);
      rounds.push(p95(apart(from, to)));
    }
    return median(rounds);
  } finally {
    await one.dispose();
    await two.dispose();
    await server.stop();
  }
}

export const keystroke: Row = {
  name: 'keystroke',
  async run(bench) {
    const letters = bench.quick ? 15 : 40;
    // the empty browser first: its start is not measured
    await (await openBrowser()).dispose();
    const mine = await satchel(bench, letters);
    const theirs = await hocuspocus(bench, letters);
    const line = (to: string, goal: number, value: number, beside: string): Line => ({
      measured: `keystroke to ${to}, p95`,
      goal: `${goal} ms`,
      satchel: `${round(value)} ms`,
      beside,
      met: value <= goal,
    });
    return [
      line('own screen (painted)', 16, mine.own, `the same text in a bare contenteditable ${round(mine.bare)} ms`),
      line('another tab', 50, mine.tab, ''),
      line(
        'another browser',
        150,
        mine.browser,
        `${PEERS.hocuspocus} ${round(theirs)} ms, without an editor and without keeping it on either side`,
      ),
    ];
  },
};
