/**
 * Five tabs of one browser whose leader ends repeatedly: the others continue, and there are never two leaders at once.
 */
import type { Page } from '@playwright/test';
import type { Passage } from '../support/bad-proxy';
import { expect, test } from '../support/e2e';
import {
  createProject,
  noteText,
  open,
  paragraphs,
  signIn,
  waitForEditor,
  waitUntilSent,
  writeNote,
} from '../support/steps';

/** maximum milliseconds for which the server may still see a connection of an ended tab as open */
const CLOSING_MS = 1_000;

/** The leader: the id of its worker, '' for none. */
const leaderOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.find(({ name }) => name?.startsWith('satchel-leader-'))?.clientId ?? '';
  });

/** The renderer dies as when it runs out of memory. */
async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash');
  const cdp = await page.context().newCDPSession(page);
  // never answered: the process has ended
  cdp.send('Page.crash').catch(() => undefined);
  await gone;
}

/** Pairs of requests that overlapped for longer than `ms`. */
function overlaps(passages: Passage[], ms: number): [Passage, Passage][] {
  const now = Date.now();
  return passages.flatMap((one, i) =>
    passages
      .slice(i + 1)
      .flatMap((other): [Passage, Passage][] =>
        Math.min(one.to, other.to, now) - Math.max(one.from, other.from) > ms ? [[one, other]] : [],
      ),
  );
}

test('the leader is crashed or closed, four times: the others show the same, one of them sends, and no word is lost', async ({
  company,
  line,
  openPage,
}) => {
  const first = await openPage();
  await signIn(first, line.url, company.owner.email);
  const projectId = await createProject(first, line.url, 'Five tabs');
  const path = await writeNote(first, line.url, projectId, 'Read in five tabs', ['Start.']);
  await waitUntilSent(first);
  // the oldest tab leads, and the others queue in order
  const tabs = [first];
  while (tabs.length < 5) tabs.push(await first.context().newPage());
  for (const tab of tabs) {
    await open(tab, line.url, path);
    await waitForEditor(tab);
  }
  line.passages.length = 0;

  let words = 'Start.';
  for (let round = 1; tabs.length > 1; round += 1) {
    const [leader, ...others] = tabs as [Page, ...Page[]];
    const writer = others.at(-1)!;
    const before = await leaderOf(writer);
    // typed while the sending tab ends
    await noteText(writer).locator('p').last().click();
    await writer.keyboard.press('End');
    await writer.keyboard.type(` Before ${round}.`);
    if (round % 2 === 1) await crash(leader);
    else await leader.close();
    await writer.keyboard.type(` After ${round}.`);
    words += ` Before ${round}. After ${round}.`;
    tabs.shift();
    for (const tab of others) await expect.poll(() => paragraphs(tab), { intervals: [50] }).toEqual([words]);
    await expect.poll(() => leaderOf(writer)).not.toBe(before);
    expect(await leaderOf(writer)).not.toBe('');
    await waitUntilSent(writer);
  }

  const sent = line.passages.filter(
    ({ path: at, method }) => method !== 'GET' && /\/sync\/(\w+\/)?push$|upload/.test(at),
  );
  expect(sent.length).toBeGreaterThanOrEqual(4);
  expect(overlaps(sent, 0)).toEqual([]);
  const streams = line.passages.filter(({ path: at }) => at.endsWith('/sync/stream'));
  expect(streams.length).toBeGreaterThanOrEqual(4);
  expect(overlaps(streams, CLOSING_MS)).toEqual([]);

  const other = await openPage();
  await signIn(other, line.url, company.owner.email);
  await open(other, line.url, path);
  await waitForEditor(other);
  await expect.poll(() => paragraphs(other)).toEqual([words]);
});
