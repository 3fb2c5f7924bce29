/**
 * Five documents are dropped into a project, read by the server, and found offline by a sentence of each: on the device
 * that added them and on that of a reader. Each result opens at its place.
 */
import type { Page } from '@playwright/test';
import { projectCalls } from '../../server/core/projects/contract';
import { PDF_FOLDER, PDF_LIST } from '../../sync/protocol/pdf-viewer';
import { expect, test } from '../support/e2e';
import { makeOriginal, type Original, type OriginalKind } from '../support/originals/originals';
import { open, signIn, syncStatus, text, waitUntilSent } from '../support/steps';

const DROPPED: readonly OriginalKind[] = ['scannedPdf', 'xlsx', 'pptx', 'docx', 'html'];

/** Drops files onto the open files tab, as the browser reports a drop from the file manager. */
async function drop(page: Page, originals: readonly Original[]): Promise<void> {
  const files = originals.map(({ name, mimeType, bytes }) => ({ name, mimeType, base64: bytes.toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const list = new DataTransfer();
    for (const { name, mimeType, base64 } of given)
      list.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type: mimeType }));
    return list;
  }, files);
  const zone = page.locator('[data-drop-zone]');
  await zone.dispatchEvent('dragenter', { dataTransfer: transfer });
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
}

/** Waits until the server has read the text of every file in the open files tab. */
async function waitUntilRead(page: Page): Promise<void> {
  await expect(page.locator('[data-file-state]')).toHaveCount(DROPPED.length);
  await expect(page.locator('[data-file-state=parsed]')).toHaveCount(DROPPED.length);
  await waitUntilSent(page);
}

/** Waits until this device has everything that the PDF viewer loads. */
const waitForPdfViewer = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        async ([folder, list]) => {
          const known = await caches.match(folder + list);
          const names = known ? ((await known.json()) as string[]) : [];
          const kept = await Promise.all(names.map((name) => caches.match(folder + name)));
          return kept.length > 0 && kept.every(Boolean);
        },
        [PDF_FOLDER, PDF_LIST] as const,
      ),
    )
    .toBe(true);

/** Searches the sentence of a document at the home and opens it at its place. */
async function openAtPlace(page: Page, url: string, { name, sentence, place }: Original): Promise<void> {
  await open(page, url, '/search');
  await page.getByRole('main').getByRole('textbox').fill(sentence);
  const result = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(result.locator('mark').first(), name).toBeVisible();
  await result.getByRole('link').click();
  await page.waitForURL(/\?tab=files&item=[^&]+&part=/);
  const sheet = page.locator('[data-item-sheet]');
  await expect(sheet.getByRole('heading', { name })).toBeVisible();
  if (place.page !== undefined) {
    await expect(sheet.locator(`[data-pdf-page="${place.page}"] canvas`), name).toBeVisible();
    await expect(sheet.locator('[data-found-box]').first(), name).toBeInViewport();
  } else {
    const part = sheet.locator(`[data-part="${new URL(page.url()).searchParams.get('part')}"]`);
    await expect(part, name).toContainText(sentence);
    await expect(part.locator('mark').first(), name).toBeInViewport();
  }
  if (place.slide !== undefined)
    await expect(sheet.getByText(text('shell', 'textPlace.slide', { slide: place.slide }))).toBeInViewport();
  if (place.sheet !== undefined) await expect(sheet.getByText(place.sheet, { exact: true })).toBeInViewport();
  if (place.cell !== undefined) await expect(sheet.getByText(place.cell, { exact: true })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /^(unreachable|offline)/);
}

test('a sentence of each of five dropped documents is found offline and opens at its place, also by a reader', async ({
  company,
  satchel,
  openPage,
}) => {
  const originals = await Promise.all(DROPPED.map(makeOriginal));
  const { api } = company.owner;
  const [{ id: projectId }, viewer, owners, readers] = await Promise.all([
    api.call(projectCalls.create, { title: 'Harbour papers' }),
    company.addMember('Rei Sato'),
    openPage({ offline: true }),
    openPage({ offline: true }),
  ]);
  await api.call(projectCalls.setShare, { projectId, shareRange: 'company', userIds: [], departmentIds: [] });
  const files = `/project/${projectId}?tab=files`;
  await Promise.all([
    signIn(owners, satchel.url, company.owner.email, files),
    signIn(readers, satchel.url, viewer.email, files),
  ]);

  await test.step('the documents are dropped and read', async () => {
    await drop(owners, originals);
    await Promise.all([waitUntilRead(owners), waitUntilRead(readers)]);
    await expect(readers.locator('[data-drop-zone]')).toHaveCount(0);
  });

  await test.step('the reader keeps the files on the device', async () => {
    await readers.getByRole('button', { name: text('project', 'menu.label', { title: 'Harbour papers' }) }).click();
    await readers.getByRole('menuitem', { name: text('project', 'menu.keep') }).click();
    await open(readers, satchel.url, '/settings?section=storage');
    await expect(readers.getByText(new RegExp(`^${DROPPED.length} files, `))).toBeVisible();
  });

  await test.step('both devices search and open offline', async () => {
    await Promise.all([owners, readers].map(waitForPdfViewer));
    await Promise.all([owners, readers].map(goOffline));
    for (const original of originals)
      for (const page of [owners, readers]) await openAtPlace(page, satchel.url, original);
  });
});
