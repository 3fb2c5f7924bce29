/** Accessibility checks of a screen: WCAG 2.2 AA in both themes, wide and narrow. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { PATIENCE_MS } from './patience';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 844 };
/** the viewport of a window of 1280 px at 200 % zoom */
export const ZOOMED = { width: 640, height: 400 };

export const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((to) => {
    document.documentElement.dataset['theme'] = to;
  }, theme);
/** Waits until animations have ended and fonts are loaded, so that measured colours and widths are final. */
export const settled = (page: Page) =>
  page.evaluate(() =>
    Promise.all([
      document.fonts.ready,
      ...document
        .getAnimations()
        .filter((a) => a.effect?.getComputedTiming().iterations === 1)
        .map((a) => a.finished.catch(() => undefined)),
    ]),
  );

/** Axe's findings, one line each. `rules`: only these. */
export async function findings(page: Page, where: string, rules?: string[]): Promise<string[]> {
  // content that is being reloaded is paler until it has arrived
  await page.waitForFunction(() => !document.querySelector('main[aria-busy=true]'));
  await settled(page);
  // the script is loaded once per document; passing elements are not collected
  const loaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(loaded ? { axeSource: 'void 0' } : {}) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  // The list of commands is scrolled by the arrow keys of its field (aria-activedescendant), which axe does not see.
  return violations
    .filter((v) => !(v.id === 'scrollable-region-focusable' && where.startsWith('commands')))
    .flatMap((v) =>
      v.nodes.map(
        (n) =>
          `${where}: ${v.id}: ${n.target.join(' ')}: ${n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ''}`,
      ),
    );
}

/** Whether the page is wider than its window, after overlays were positioned. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: PATIENCE_MS })
    .then(
      () => false,
      () => true,
    );

/**
 * All rules, wide in the light theme and narrow in the dark one, so that each rule sees both layouts and each theme
 * once. Contrast of colour pairs in both themes is a unit test of the tokens (app/ui/tokens.test.ts).
 */
export async function examine(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const [look, viewport, theme] of [
    ['wide', WIDE, 'light'],
    ['narrow, dark', NARROW, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await setTheme(page, theme);
    if (await scrollsSideways(page)) found.push(`${name}, ${look}: scrolls sideways`);
    found.push(...(await findings(page, `${name}, ${look}`)));
  }
  await page.setViewportSize(WIDE);
  await setTheme(page, 'light');
  return found;
}
