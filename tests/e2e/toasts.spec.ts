/** Messages stand above what is at the lower end of the window, on a laptop and on a phone. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/e2e';
import { emailOf, open, signIn } from '../support/steps';

const SIZES = { laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** Shows a message: an address that is pasted outside fields is offered to be added. */
async function showMessage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', `https://example.org/${performance.now()}`);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.locator('[data-sonner-toast][data-mounted=true]').first()).toBeVisible();
}

/** Whether a press on the middle of each element reaches it. */
const areReached = (elements: Locator): Promise<boolean> =>
  elements.evaluateAll(
    (all) =>
      all.length > 0 &&
      all.every((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
  );

for (const [name, size] of Object.entries(SIZES))
  test(`a message covers no action at the end of the window of a ${name}`, async ({ satchel, openPage }) => {
    const page = await openPage();
    await page.setViewportSize(size);
    await signIn(page, satchel.url, emailOf('emma'));

    await open(page, satchel.url, '/chat/history');
    await page.locator('main li a').first().click();
    await expect(page.locator('[data-turn]').first()).toBeVisible();
    await page.locator('[data-composer] textarea').fill('What next?\nAnd when?\nAnd who?');
    await page.locator('h1').first().click();
    await showMessage(page);
    await expect.poll(() => areReached(page.locator('[data-composer] button'))).toBe(true);

    await open(page, satchel.url, '/my-base/project');
    const row = page.locator('main li a').first();
    await row.focus();
    await row.press('Space');
    const bar = page.getByRole('toolbar').filter({ has: page.getByRole('status') });
    await expect(bar).toBeVisible();
    await showMessage(page);
    await expect.poll(() => areReached(bar.getByRole('button'))).toBe(true);
    // nor those of the navigation
    if (name === 'phone') await expect.poll(() => areReached(page.locator('.frame-bottom a'))).toBe(true);
  });
