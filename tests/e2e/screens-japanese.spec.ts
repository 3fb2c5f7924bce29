/**
 * Every screen in another language than its source texts, on a phone, in the dark theme: no word of the first language
 * is left, it fits, and axe finds nothing. Wide, light and in English they are tested in screens.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { DEMO_COMPANY } from '../../server/demo/accounts';
import { boardReview, springRelease } from '../../server/demo/content/english';
import { DEMO_AGENT_CHATS } from '../../server/core/agents/demo/chats';
import { DEMO_AGENTS } from '../../server/core/agents/demo/agents';
import { DEMO_CHATS } from '../../server/core/chat/demo/chats';
import { DEMO_FILES } from '../../server/core/files/demo/files';
import * as japanese from '../../server/demo/content/japanese';
import { DEMO_LINKS } from '../../server/core/links/demo/links';
import { DEMO_RESEARCHES } from '../../server/core/research/demo/researches';
import { findings, NARROW, scrollsSideways, setTheme, WIDE } from '../support/axe';
import { expect, openShared, test } from '../support/e2e';
import { findScreenContext, SCREEN_PARTS, type ScreenContext } from '../support/screens';
import { emailOf, isDrawnHere, open, signIn, text } from '../support/steps';

/** Latin words that belong on a Japanese screen: names, units, keys, formats, and content of the demo company. */
const NAMES =
  /^(satchel|chrome|linux|api|ctrl|cmd|alt|shift|esc|enter|tab|ai|ok|kb|mb|gb|b|h\d?|wav|webm|mp3|m4a|mp4|srt|vtt|docx|pdf|html|markdown|csv|xlsx|pptx|zip|ip|e2e|english|emma|clarke|lantern|works|lw|ec|rd|png|jpeg|webp|gif|utc|vpn|ipv[46]|db8|cidr|pin|product|sales|livepage|web|https?|localhost|px|jihoon|monday|thursday)$/i;

let context: ScreenContext;
test.beforeAll(async ({ satchel, browser }) => {
  const page = await openShared(browser);
  await signIn(page, satchel.url, emailOf('misaki'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  context = { ...(await findScreenContext(page, satchel.url, 'ja')), navigates: isDrawnHere };
});
test.afterAll(() => context.page.context().close());

for (const [part, screens] of SCREEN_PARTS.entries())
  test(`on Japanese screens everything is Japanese, and accessible: part ${part + 1}`, async () => {
    const { page } = context;
    const found: string[] = [];
    for (const screen of screens) {
      if (screen.name === 'gallery') continue;
      await screen.open(context);
      await page.setViewportSize(NARROW);
      await setTheme(page, 'dark');
      if (await scrollsSideways(page)) found.push(`${screen.name}: scrolls sideways`);
      found.push(...(await findings(page, screen.name)));
      found.push(...(await blankControls(page)).map((name) => `${screen.name}: “${name}” shows nothing`));
      found.push(...(await foreignWords(page)).map((word) => `${screen.name}: “${word}”`));
      await page.setViewportSize(WIDE);
      await setTheme(page, 'light');
    }
    expect([...new Set(found)]).toEqual([]);
  });

test('on a phone, neither a mode of asking, a title beside long actions nor the chosen tab is cut', async () => {
  const { page } = context;
  await page.setViewportSize(NARROW);
  const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth + 1;
  await open(page, context.url, '/search');
  for (const mode of ['search', 'research', 'agent']) {
    const name = text('ask', `mode.${mode}`, {}, 'ja');
    await page.getByRole('radio', { name }).check({ force: true });
    expect(await page.locator('label').getByText(name).evaluate(isCut), name).toBe(false);
  }
  for (const path of ['/notifications', '/trash', '/chat/history']) {
    await open(page, context.url, path);
    expect(await page.locator('h1').first().evaluate(isCut), path).toBe(false);
  }
  for (const path of ['/chat/history', '/meeting-notes', '/notifications']) {
    await open(page, context.url, path);
    const blank = await blankControls(page);
    expect(blank, path).toEqual([]);
    // a short title reserves no more than its words need: the actions stand beside it
    expect((await page.locator('.page-header').boundingBox())!.height, path).toBeLessThan(60);
  }
  for (const section of ['lock', 'profile']) {
    await open(page, context.url, `/settings?section=${section}`);
    const chosen = page.getByRole('main').locator('nav [aria-current="page"]').first();
    await expect(chosen, section).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(WIDE);
});

/** Names of buttons and links that show neither a word nor a picture, as one whose icon and text are both hidden. */
const blankControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      // text for screen readers is one pixel large
      return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true });
    };
    const showsSomething = (control: Element): boolean => {
      if ([...control.querySelectorAll('svg, img, canvas')].some(isSeen)) return true;
      const walker = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (node.textContent?.trim() && isSeen(node.parentElement!)) return true;
      return false;
    };
    return [...document.querySelectorAll('button, a[href], [role=button]')]
      .filter((control) => isSeen(control) && !showsSomething(control))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
  });

/** All content of the demo company, as one text. */
const WRITTEN = JSON.stringify([
  DEMO_COMPANY,
  springRelease,
  boardReview,
  ...Object.values(japanese),
  DEMO_CHATS,
  DEMO_AGENTS,
  DEMO_AGENT_CHATS,
  DEMO_FILES,
  DEMO_LINKS,
  DEMO_RESEARCHES,
  // the preview of a chat joins the sentences of its report
  ...DEMO_RESEARCHES.map(({ sections }) =>
    sections.flatMap(({ paragraphs }) => paragraphs.flat().map(([sentence]) => sentence)).join(' '),
  ),
  ...['meetings/demo/assets/launch-meeting.json', 'files/demo/assets/files.json'].map((name) =>
    readFileSync(fileURLToPath(new URL(`../../server/core/${name}`, import.meta.url)), 'utf8'),
  ),
])
  .replace(/\\+["n]/g, ' ')
  .replace(/[*_#]/g, '');

/** Of content, which may be short. */
const TITLES = [
  ...[springRelease, boardReview].map(({ title }) => title),
  ...DEMO_AGENTS.map(({ name }) => name),
  ...springRelease.meetings.flatMap(({ agenda = [] }) => agenda.map(([point]) => point)),
];

/** Latin words in texts of the app itself: not in content. */
async function foreignWords(page: Page): Promise<string[]> {
  const runs = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (
        !parent.checkVisibility() ||
        parent.closest('script, style, noscript, kbd, mark, .ProseMirror, .writing, [translate=no]')
      )
        continue;
      // numbers with their units, as a report's sources write them
      if (parent.closest('[data-figure]')) continue;
      // the row of a document
      if (parent.closest('.group\\/row')?.querySelector('a[href^="/project/"], a[href^="/meeting/"]')) continue;
      // addresses, file names, and the title that a recording got when the app was in English
      found.push(
        ...(node.textContent
          ?.replace(/\S+(@|\.mp3)\S*|Meeting, \w+ \d+, [\d:\s]+[AP]M/g, '')
          .match(/[A-Za-z][\w',.:&-]*(?: +[\w',.:&£-]+)*/g) ?? []),
      );
    }
    return found;
  });
  const people = (run: string): boolean => WRITTEN.includes(run) && (run.split(' ').length > 2 || TITLES.includes(run));
  return [...new Set(runs.filter((run) => !people(run)).flatMap((run) => run.match(/[A-Za-z][\w']+/g) ?? []))].filter(
    (word) => !NAMES.test(word),
  );
}
