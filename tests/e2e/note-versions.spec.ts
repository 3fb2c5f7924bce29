/** The version history beside an open editor: restoring is an edit, which the editor's own undo takes back. */
import type { Page } from '@playwright/test';
import { findings, NARROW, scrollsSideways, setTheme, WIDE } from '../support/axe';
import { expect, openShared, test } from '../support/e2e';
import { emailOf, noteText, open, signIn, text, waitForEditor, waitUntilSent } from '../support/steps';

let page: Page;
let url: string;
test.beforeAll(async ({ satchel, browser }) => {
  ({ url } = satchel);
  page = await openShared(browser);
  await signIn(page, url, emailOf('emma'));
});
test.afterAll(() => page.context().close());

const openHistory = async (): Promise<void> => {
  await page.getByRole('button', { name: /^Actions for “Project plan/ }).click();
  await page.getByRole('menuitem', { name: text('note', 'menu.versions') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

test('a version of the demo is compared, restored in the editor, and taken back', async () => {
  await open(page, url, '/my-base/project');
  await page
    .getByRole('link', { name: /Spring release/ })
    .first()
    .click();
  await page
    .getByRole('link', { name: /Project plan/ })
    .first()
    .click();
  const note = await waitForEditor(page);
  await waitUntilSent(page);
  await expect(note).toContainText('Release to all customers: 20 April');

  await openHistory();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list').getByRole('button')).toHaveCount(4);
  await dialog.getByRole('button', { name: /Agreed with Sales/ }).click();
  await expect(dialog.locator('del').filter({ hasText: '27' })).toBeVisible();
  await expect(dialog.locator('ins').filter({ hasText: '20' })).toBeVisible();
  const found = await findings(page, 'version history');
  await page.setViewportSize(NARROW);
  await setTheme(page, 'dark');
  found.push(...(await findings(page, 'version history, narrow and dark')));
  expect(await scrollsSideways(page)).toBe(false);
  // one at a time where it is narrow
  await expect(dialog.getByRole('list')).toBeHidden();
  await dialog.getByRole('button', { name: text('versions', 'back') }).click();
  await expect(dialog.getByRole('list')).toBeVisible();
  found.push(...(await findings(page, 'versions, narrow and dark')));
  await setTheme(page, 'light');
  await page.setViewportSize(WIDE);
  expect(found).toEqual([]);

  await dialog.getByRole('button', { name: /Agreed with Sales/ }).click();
  await dialog.getByRole('button', { name: text('versions', 'restore') }).click();
  await expect(dialog).toBeHidden();
  await expect(note).toContainText('Release to all customers: 27 April');
  await noteText(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(note).toContainText('Release to all customers: 20 April');
  await waitUntilSent(page);
});
