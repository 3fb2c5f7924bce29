/** The finished research of the demo company, and its slides in a real browser. */
import { examine } from '../support/axe';
import { expect, test } from '../support/e2e';
import { emailOf, open, signIn, text, waitUntilSent } from '../support/steps';

test('a research of the demo is found in the history, opens its sources, and its slides are presented by keys', async ({
  satchel,
  openPage,
}) => {
  const page = await openPage();
  await signIn(page, satchel.url, emailOf('emma'));
  await waitUntilSent(page);
  await open(page, satchel.url, '/chat/history?kind=research');
  await page.locator('main a[href^="/research/"]').first().click();
  await expect(page.locator('[data-report="report"]')).toBeVisible();
  await page.locator('[data-citation="8"]').first().click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: text('common', 'open') })
    .click();
  await expect(page).toHaveURL(/\/note-detail\//);
  await page.goBack();
  await expect(page.locator('[data-report="report"]')).toBeVisible();

  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${satchel.url}/live-slides/${id}`);
  const slides = page.locator('section');
  await expect(slides.first()).toBeInViewport({ ratio: 0.9 });
  expect(await examine(page, 'slides')).toEqual([]);
  const count = await slides.count();
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['ArrowDown', 2],
    ['ArrowLeft', 1],
    ['End', count - 1],
    ['ArrowRight', count - 1],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(slides.nth(at)).toBeFocused();
    await expect(slides.nth(at)).toBeInViewport({ ratio: 0.9 });
  }
  expect(complaints).toEqual([]);
});
