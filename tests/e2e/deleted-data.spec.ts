/**
 * The databases of this browser are deleted under an open page, by a script or by the browser, while a note is being
 * written and a meeting recorded. The page stops reporting data as saved, nothing in memory is lost, and everything
 * reaches a colleague.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { projectCalls } from '../../server/core/projects/contract';
import { expect, test } from '../support/e2e';
import { audioOnServer, bar, pressRecord, recordedFor, recordingsOn, SPOKEN } from '../support/recorder-steps';
import { decodeMp3 } from '../support/sound';
import {
  follow,
  noteText,
  open,
  signIn,
  syncStatus,
  text,
  waitForEditor,
  waitUntilSent,
  writeNote,
  createProject,
} from '../support/steps';

type Way = (page: Page, url: string) => Promise<void>;

/** Deletes them as any script of the origin can. */
const deleteAll: Way = async (page) => {
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    await Promise.all(
      names.map(
        (name) =>
          new Promise<void>((resolve) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = () => resolve();
            request.onerror = () => resolve();
          }),
      ),
    );
  });
};

/** Deletes them as the browser's settings do. */
const clear =
  (storageTypes: string): Way =>
  async (page, url) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes });
    await session.detach();
  };

const ALL_BUT_COOKIES =
  'file_systems,indexeddb,local_storage,shader_cache,websql,service_workers,cache_storage,storage_buckets';

interface Claim {
  storage: string;
  save: string;
  /** the save state says that the text is on this device */
  isHere: boolean;
  /** the recorder says that sound is saved */
  isSafe: boolean;
  isOpen: boolean;
}

/** Records every state that the page shows from now on. */
async function watchClaims(page: Page): Promise<() => Promise<Claim[]>> {
  const words = {
    here: text('common', 'syncBadge.onDevice'),
    safe: text('recorder', 'saved', { time: '', size: '' })
      .replaceAll(/[^a-z ]/gi, '')
      .trim(),
  };
  await page.evaluate(({ here, safe }) => {
    const seen: Claim[] = [];
    (window as unknown as { claims: Claim[] }).claims = seen;
    const find = (selector: string): Element | null => document.querySelector(selector);
    const look = (): void => {
      const line = find('[data-save-state]');
      const now = {
        storage: find('[data-storage]')?.getAttribute('data-storage') ?? 'whole',
        save: line?.getAttribute('data-save-state') ?? '',
        isHere: line?.textContent?.includes(here) ?? false,
        isSafe: find('[data-recorder]')?.textContent?.includes(safe) ?? false,
        isOpen: find('[data-note-editor]') !== null,
      };
      if (JSON.stringify(seen.at(-1)) !== JSON.stringify(now)) seen.push(now);
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  }, words);
  return () => page.evaluate(() => (window as unknown as { claims: Claim[] }).claims);
}

/** The download that the page offers. */
async function savedFile(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('[data-storage]')
      .getByRole('button', { name: text('shell', 'storage.save') })
      .click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

const WAYS: [string, Way, 'cut' | 'ok'][] = [
  ['a script deletes every database, offline', deleteAll, 'cut'],
  ['the browser clears IndexedDB, offline', clear('indexeddb'), 'cut'],
  ['the browser clears all data of the site but cookies', clear(ALL_BUT_COOKIES), 'ok'],
];

for (const [what, remove, weather] of WAYS) {
  test(`${what}: text and sound survive in memory, are written again and sent`, async ({
    company,
    line,
    newDevice,
    openPage,
  }) => {
    const device = newDevice({ microphone: SPOKEN });
    const page = await device.open();
    await signIn(page, line.url, company.owner.email);
    const projectId = await createProject(page, line.url, 'Harbour');
    await waitUntilSent(page);
    await company.owner.api.call(projectCalls.setShare, {
      projectId,
      shareRange: 'company',
      departmentIds: [],
      userIds: [],
    });
    const path = await writeNote(page, line.url, projectId, 'Tides', ['Sent before.']);
    await waitUntilSent(page);
    await open(page, line.url, '/meeting-notes');
    await pressRecord(page);
    await recordedFor(page, 4);
    await follow(page, path);
    const editor = await waitForEditor(page);
    if (weather === 'cut') {
      line.become('cut');
      await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /^(offline|unreachable)/);
    }
    await editor.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' Typed without a network.');
    await expect(page.locator('[data-save-state="saved"]')).toBeVisible();
    if (weather === 'cut')
      await expect(page.locator('[data-save-state]')).toContainText(text('common', 'syncBadge.onDevice'));
    const cookies = await device.context.cookies();
    const claims = await watchClaims(page);

    await page.keyboard.type(' And the last letters');
    await remove(page, line.url);
    await expect(page.locator('[data-storage]')).toBeVisible();
    await page.keyboard.type(', and later ones.');
    const written = 'Sent before. Typed without a network. And the last letters, and later ones.';
    await expect(noteText(page)).toHaveText(written);
    expect(await savedFile(page)).toContain(written);

    await expect(page.locator('[data-storage="restored"]')).toBeVisible();
    await expect(page.locator('[data-save-state="saved"]')).toBeVisible();
    await expect(noteText(page)).toHaveText(written);
    const seen = await claims();
    const gone = seen.filter(({ storage, save }) => storage === 'deleted' && save === 'failed');
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.filter(({ isHere }) => isHere)).toEqual([]);
    expect(seen.slice(seen.findIndex(({ save }) => save === 'failed')).some(({ isSafe }) => !isSafe)).toBe(true);
    // the editor is not remounted
    expect(seen.filter(({ isOpen }) => !isOpen)).toEqual([]);

    await expect(bar(page, 'recording')).toBeVisible();
    const soFar = await recordedFor(page, 8);
    await expect
      .poll(async () => (await recordingsOn(page))[0]?.row.capturedMs ?? 0)
      .toBeGreaterThan((soFar - 4) * 1000);
    await page
      .getByRole('button', { name: text('recorder', 'stop'), exact: true })
      .first()
      .click();
    await expect(bar(page, 'ended')).toBeVisible();
    const { row } = (await recordingsOn(page))[0]!;
    expect(row.capturedMs).toBeGreaterThanOrEqual(soFar * 1000 - 1000);

    line.become('ok');
    await waitUntilSent(page);
    expect((await device.context.cookies()).map(({ name }) => name).sort()).toEqual(
      cookies.map(({ name }) => name).sort(),
    );
    const { samples, rate } = await decodeMp3(await audioOnServer(page, line.url, row.id));
    expect(Math.abs((samples.length / rate) * 1000 - row.capturedMs)).toBeLessThan(300);

    const colleague = await company.addMember('Misaki Sato');
    const other = await openPage();
    await signIn(other, line.url, colleague.email);
    await open(other, line.url, path);
    await expect(other.getByText(written)).toBeVisible();
  });
}

test('without an open text, pending changes are offered as a file, too, and written again', async ({
  company,
  line,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  await signIn(page, line.url, company.owner.email);
  await open(page, line.url, '/my-base/project');
  line.become('cut');
  const row = page
    .getByRole('main')
    .getByRole('link', { name: /Never sent/ })
    .first();
  await createProject(page, line.url, 'Never sent');
  await open(page, line.url, '/my-base/project');
  await deleteAll(page, line.url);
  await expect(page.locator('[data-storage="restored"]')).toBeVisible();
  expect(await savedFile(page)).toContain('Never sent');
  await expect(row).toBeVisible();
  line.become('ok');
  await waitUntilSent(page);
  await page
    .locator('[data-storage]')
    .getByRole('button', { name: text('common', 'close') })
    .click();
  await page.reload();
  await expect(row).toBeVisible();
});
