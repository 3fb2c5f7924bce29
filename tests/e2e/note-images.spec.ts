/** Pictures in a note, in a real browser: decoding, clipboard, the replica, and the picture on another person's screen. */
import type { Page } from '@playwright/test';
import { projectCalls } from '../../server/core/projects/contract';
import { drawDemoPicture } from '../../server/core/notes/demo/picture';
import { expect, test } from '../support/e2e';
import {
  createProject,
  load,
  noteText,
  noteTitle,
  open,
  openNewNote,
  signIn,
  syncStatus,
  text,
  waitForEditor,
  waitUntilKept,
  waitUntilSent,
} from '../support/steps';

/** Pastes a photo of 3000 × 2000 pixels that this browser draws, or another file. */
const paste = (page: Page, other?: { content: string; type: string; size?: number }): Promise<void> =>
  page.evaluate(async (given) => {
    let file: Blob;
    if (given) file = new Blob(given.size ? [new Uint8Array(given.size)] : [given.content], { type: given.type });
    else {
      const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 });
      const context = canvas.getContext('2d')!;
      const sky = context.createLinearGradient(0, 0, 0, 2000);
      sky.addColorStop(0, '#26456e');
      sky.addColorStop(1, '#f0b46a');
      context.fillStyle = sky;
      context.fillRect(0, 0, 3000, 2000);
      context.fillStyle = '#1b2430';
      context.fillRect(0, 1500, 3000, 500);
      file = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg', 0.9));
    }
    const data = new DataTransfer();
    data.items.add(new File([file], 'photo.png', { type: given?.type ?? 'image/jpeg' }));
    document
      .querySelector('.note')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, other);

const image = (page: Page) => page.locator('.note-image img, .note-read img');
const isShown = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      image(page).evaluate((img: HTMLImageElement) => (img.complete ? [img.naturalWidth, img.naturalHeight] : [])),
    )
    .toEqual([2560, 1707]);

test('a picture pasted offline survives a reload, is described, is sent, and is read by another person', async ({
  company,
  line,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  await signIn(page, line.url, company.owner.email);
  const projectId = await createProject(page, line.url, 'Pictures');
  await waitUntilSent(page);
  // the status of the page may be older than the new project: the server has it when it takes this
  await expect(() => company.owner.api.call(projectCalls.setShare, { projectId, shareRange: 'company' })).toPass();
  const reader = await company.addMember('Rin Reader');
  await openNewNote(page, line.url, projectId);
  await noteTitle(page).fill('The lake');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Seen in the evening.');
  await waitUntilKept(page);
  await waitUntilSent(page);

  line.become('cut');
  await paste(page);
  await isShown(page);
  await waitUntilKept(page);
  const address = page.url();
  await load(page, line.url, new URL(address).pathname);
  await waitForEditor(page);
  await isShown(page);
  await expect(page.locator('.note-image-status')).toHaveText(text('note', 'image.waiting'));
  await page.locator('.note-image').hover();
  await page.getByRole('button', { name: text('note', 'image.describe') }).click();
  await page.getByLabel(text('note', 'image.alt')).fill('A lake at dusk');
  await page.keyboard.press('Enter');
  await expect(image(page)).toHaveAttribute('alt', 'A lake at dusk');

  // wrong files say why, and change nothing
  for (const [file, fault] of [
    [{ content: 'a text', type: 'image/png' }, 'notPicture'],
    [{ content: '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', type: 'image/png' }, 'svg'],
    [{ content: '', type: 'image/png', size: 40 * 1024 * 1024 }, 'tooLarge'],
  ] as const) {
    await paste(page, file);
    await expect(
      page.getByText(text('note', `image.fault.${fault}`, { size: '40.00 MB', max: '25 MB' })),
    ).toBeVisible();
  }
  await expect(image(page)).toHaveCount(1);
  await waitUntilKept(page);

  // moved above the text by the mouse, selected and deleted by keys, and brought back
  const blocks = () => page.locator('.note > *').evaluateAll((all) => all.map((each) => each.tagName));
  await page
    .locator('.note-image img')
    .dragTo(page.getByText('Seen in the evening.'), { targetPosition: { x: 5, y: 2 } });
  await expect.poll(blocks).toEqual(['FIGURE', 'P', 'P']);
  await page.getByText('Seen in the evening.').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.note-image')).toHaveClass(/is-selected/);
  await page.keyboard.press('Delete');
  await expect(image(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await isShown(page);
  await expect(image(page)).toHaveAttribute('alt', 'A lake at dusk');

  // the button of the toolbar opens the file chooser; what it gives is added after the cursor
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text('note', 'toolbar.image') }).click();
  await (await chooser).setFiles({ name: 'plan.png', mimeType: 'image/png', buffer: drawDemoPicture().bytes });
  await expect(image(page)).toHaveCount(2);
  await waitUntilKept(page);
  // not where the click before was: two within half a second at one place are a double click
  await page
    .locator('.note-image')
    .last()
    .click({ position: { x: 40, y: 40 } });
  await expect(page.locator('.note-image').last()).toHaveClass(/is-selected/);
  await page.keyboard.press('Backspace');
  await expect(image(page)).toHaveCount(1);
  await waitUntilKept(page);

  line.become('ok');
  await waitUntilSent(page);
  await expect(page.locator('.note-image-status')).toBeHidden();

  const other = await openPage();
  await signIn(other, line.url, reader.email);
  await open(other, line.url, address.replace(/^https?:\/\/[^/]+/, '').replace('/note/', '/note-detail/'));
  await expect(other.getByText('Seen in the evening.')).toBeVisible();
  await isShown(other);
  await expect(image(other)).toHaveAttribute('alt', 'A lake at dusk');
  await expect(syncStatus(other)).toHaveAttribute('data-sync-status', 'quiet');

  // kept for reading without a connection
  line.become('cut');
  await open(other, line.url, '/search');
  await open(other, line.url, address.replace(/^https?:\/\/[^/]+/, '').replace('/note/', '/note-detail/'));
  await isShown(other);
  await expect(noteText(page)).toBeVisible();
});

test('a picture is the first thing in a new note', async ({ company, satchel, openPage }) => {
  const page = await openPage();
  await signIn(page, satchel.url, company.owner.email);
  const projectId = await createProject(page, satchel.url, 'First');
  await openNewNote(page, satchel.url, projectId);
  await paste(page);
  await isShown(page);
  await page.waitForURL(/\/note\/(?!new$)[^/]+$/);
  await waitUntilKept(page);
  await waitUntilSent(page);
  await load(page, satchel.url, new URL(page.url()).pathname);
  await isShown(page);
  await expect(page.locator('.note-image-status')).toBeHidden();
});
