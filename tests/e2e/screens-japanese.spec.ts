/** Every screen in another language than the one it was written in: nothing of the first is left, and it fits a phone. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { DEMO_COMPANY } from '../../server/demo/accounts';
import { boardReview, springRelease } from '../../server/demo/content/english';
import { findings, NARROW, OF_LANGUAGE, scrollsSideways, WIDE } from '../support/axe';
import { expect, test } from '../support/e2e';
import { findPlace, go, SCREENS, type Place } from '../support/screens';
import { emailOf, signIn, text } from '../support/steps';

/** Latin words that stand on a Japanese screen by right: names, units, keys, formats, and what people of the demo company wrote. */
const NAMES = /^(satchel|chrome|linux|ctrl|cmd|alt|shift|esc|enter|tab|ai|ok|kb|mb|gb|b|h\d?|wav|webm|mp3|m4a|mp4|srt|vtt|docx|pdf|html|markdown|csv|zip|ip|e2e|english|emma|clarke|lantern|works|lw|ec|png|jpeg|webp|vpn|ipv[46]|db8|cidr|pin|product|sales|livepage|web|https?|localhost|px)$/i;

test('on Japanese screens everything is Japanese, and accessible', async ({ satchel, openPage }) => {
  const page = await openPage();
  await signIn(page, satchel.url, emailOf('emma'));
  let place: Place = await findPlace(page, satchel.url, 'en');
  await go(place, '/settings');
  await page.getByRole('button', { name: text('settings', 'language') }).first().click();
  await page.getByRole('option', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  place = { ...place, language: 'ja', warm: () => true };
  await page.setViewportSize(NARROW);
  const found: string[] = [];
  for (const screen of SCREENS) {
    if (screen.name === 'gallery') continue;
    await screen.open(place);
    await page.setViewportSize(NARROW);
    if (await scrollsSideways(page)) found.push(`${screen.name}: scrolls sideways`);
    found.push(...(await findings(page, screen.name, OF_LANGUAGE)));
    found.push(...(await foreignWords(page)).map((word) => `${screen.name}: “${word}”`));
    await page.setViewportSize(WIDE);
  }
  expect([...new Set(found)]).toEqual([]);
});

/** Everything that people of the demo company wrote or said, as one text. */
const WRITTEN = JSON.stringify([DEMO_COMPANY, springRelease, boardReview, readFileSync(fileURLToPath(new URL('../../server/demo/assets/launch-meeting.json', import.meta.url)), 'utf8')]).replace(/\\+["n]/g, ' ').replace(/[*_#]/g, '');

/** Latin words in texts of the app itself: not in what people wrote. */
async function foreignWords(page: Page): Promise<string[]> {
  const runs = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (!parent.checkVisibility() || parent.closest('script, style, noscript, kbd, mark, .ProseMirror, .writing, [translate=no]')) continue;
      // the row of a thing that somebody made
      if (parent.closest('.group\\/row')?.querySelector('a[href^="/project/"], a[href^="/meeting/"]')) continue;
      // addresses, names of files, and the title that a recording got when the app spoke English
      found.push(...(node.textContent?.replace(/\S+(@|\.mp3)\S*|Meeting, \w+ \d+, [\d:\s]+[AP]M/g, '').match(/[A-Za-z][\w',.:&-]*(?: +[\w',.:&£-]+)*/g) ?? []));
    }
    return found;
  });
  const people = (run: string): boolean => WRITTEN.includes(run) && (run.split(' ').length > 2 || [springRelease, boardReview].some((p) => p.title === run));
  return [...new Set(runs.filter((run) => !people(run)).flatMap((run) => run.match(/[A-Za-z][\w']+/g) ?? []))].filter((word) => !NAMES.test(word));
}
