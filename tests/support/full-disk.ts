/** A device whose disk is full by the browser's quota: a database of the test takes the remaining space. */
import type { BrowserContext, Page } from '@playwright/test';

/** bytes left for the app at its start, as its first writes determine the free space that the browser reports */
const HEADROOM = 3 * 1024 * 1024;

/**
 * Limits an origin to little more than it uses. Call it before the first write in a browser, as the value is cached.
 */
export async function limitQuota(context: BrowserContext, page: Page, origin: string, used: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + HEADROOM });
}

export const usedBytes = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);

/** Fills the rest, down to less than 4 kB. */
export const fillDisk = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('filler', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true });
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const write = (bytes: number): Promise<boolean> =>
      new Promise((resolve) => {
        const writing = db.transaction('rows', 'readwrite');
        for (let left = bytes; left > 0; left -= 65_536)
          writing.objectStore('rows').add(crypto.getRandomValues(new Uint8Array(Math.min(left, 65_536))));
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => resolve(false);
      });
    for (const size of [262_144, 32_768, 4096]) while (await write(size));
    db.close();
  });

export const freeDisk = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('filler');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      }),
  );
