/** Mentions in a real browser: input methods, the clipboard, keys, and the popup on a narrow screen. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e';
import { openOwner } from '../support/owner-page';
import { createProject, noteText, noteTitle, openNewNote, text, waitUntilKept, waitUntilSent } from '../support/steps';

let page: Page;
let url: string;
test.beforeAll(async ({ satchel, browser }) => {
  ({ page, url } = await openOwner(satchel, browser));
});
test.afterAll(() => page.context().close());

test('a note mentions another one, which is opened by keys and lists where it is mentioned', async () => {
  const projectId = await createProject(page, url, 'Rivers');
  await openNewNote(page, url, projectId);
  await noteTitle(page).fill('隅田川');
  await page.keyboard.press('Enter');
  await page.keyboard.type('It flows.');
  await waitUntilSent(page);
  await openNewNote(page, url, projectId);
  await noteTitle(page).fill('Minutes');
  await page.keyboard.press('Enter');
  await page.keyboard.type('See ');
  const popup = page.getByRole('listbox', { name: text('note', 'mention.label') });

  // the Enter that ends a composition chooses nothing
  const line = await page.context().newCDPSession(page);
  await page.keyboard.type('@');
  await expect(popup).toBeVisible();
  await line.send('Input.imeSetComposition', { text: '隅田', selectionStart: 2, selectionEnd: 2 });
  await line.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
  await line.send('Input.insertText', { text: '隅田' });
  await expect(popup.getByRole('option')).toHaveText([/隅田川/]);
  await expect(noteText(page)).toContainText('See @隅田');
  await page.setViewportSize({ width: 390, height: 780 });
  const edges = async (): Promise<number[]> => {
    const box = (await popup.boundingBox())!;
    return [box.x, box.x + box.width].map((x) => Math.min(390, Math.max(0, x)) - x);
  };
  await expect.poll(edges).toEqual([0, 0]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Enter');
  await expect(popup).toBeHidden();
  const mention = noteText(page).getByRole('link', { name: '隅田川' });
  await expect(mention).toHaveCount(1);

  // the cursor passes a mention at the end of a line
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(noteText(page)).toHaveText('See 隅田川!');
  await page.keyboard.press('Backspace');

  // a copy is a mention, too
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(mention).toHaveCount(2);
  await waitUntilKept(page);

  // to the mention before the cursor, which Enter opens
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(noteTitle(page)).toHaveValue('隅田川');
  const backlinks = page.getByRole('region', { name: text('note', 'backlinks.title') });
  await backlinks.getByRole('link', { name: 'Minutes' }).click();
  await page.waitForURL(/note-detail/);
  await expect(page.getByRole('article').getByRole('link', { name: '隅田川' }).first()).toBeVisible();
});
