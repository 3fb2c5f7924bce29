/** Steps in the product's screens, by test attributes: independent of language. */
import type { Page } from '@playwright/test';
import { openBrowser, type Browser } from './browser';
import { EMAILS, PASSWORD } from './person';

/** Signs in through the form; resolves once the workspace's frame is rendered. */
export async function signIn(page: Page, url: string, email = EMAILS[0]!, to = '/search'): Promise<void> {
  await page.goto(`${url}/auth/login?redirect=${encodeURIComponent(to)}`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.locator('.frame').waitFor();
}

/** Everything is synced in both directions; the status is empty then. */
export const quiet = (page: Page, timeout = 600_000): Promise<void> =>
  page.locator('.frame-sidebar [data-sync-status=quiet]').waitFor({ timeout, state: 'attached' });

/** From here on the app opens without the server. */
export const controlled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
};

/** A browser with a signed-in person and everything synced. */
export async function openWorkspace(url: string, email?: string): Promise<Browser> {
  const browser = await openBrowser();
  await signIn(browser.page, url, email);
  await controlled(browser.page);
  await quiet(browser.page);
  return browser;
}

export const editor = (page: Page): Promise<void> =>
  page.locator('[data-note-editor=ready][data-writable=true]').waitFor();
