/**
 * From a keystroke in the product's editor to its display: on the same screen (the frame after the character is in the
 * text), in another tab, and in another browser of the same person through the server. All on one machine, so clocks
 * agree. The same screen is measured before the text is open elsewhere, because three screens compete for the same
 * cores.
 */
import { openBrowser, type Browser } from '../support/browser';
import { openPeerPage, PEERS, startPeer } from '../support/peers';
import { times, type Bench, type Line, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { apart, bare, EVERY_MS, opened, seen, type, typed, typeWatched, watch } from '../support/keystrokes';
import { openWorkspace } from '../support/screens';
import { noteId, projectId, seed } from '../support/seed';
import { median, p95, round } from '../support/statistics';

async function ownScreen(
  bench: Bench,
  first: Browser,
  address: string,
  letters: number,
): Promise<{ own: number; bare: number }> {
  const rounds = await times(bench.quick ? 2 : 5, async () => {
    await opened(first.page, address);
    const floor = await bare(first, { text: (await first.page.locator('.note').textContent())! }, letters);
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
    const [inTab, far] = await typeWatched(first.page, [tab, second.page], letters);
    const result = { tab: inTab!, browser: far! };
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
