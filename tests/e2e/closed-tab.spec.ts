/** A question asked offline and a tab that is closed: the service worker sends it when the browser is online again. */
import { syncCalls } from '../../sync/protocol/messages';
import { expect, test } from '../support/e2e';
import { HttpDevice } from '../support/http-device';
import { emailOf, open, signIn, text } from '../support/steps';

test('a question asked offline is sent by Background Sync with every tab closed, and is answered', async ({
  satchel,
  openPage,
}) => {
  const page = await openPage({ offline: true });
  await signIn(page, satchel.url, emailOf('emma'));
  await open(page, satchel.url, '/search');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const context = page.context();
  await context.setOffline(true);
  const composer = page.locator('[data-composer] textarea');
  await composer.fill('When is the release to all customers?');
  await composer.press('Enter');
  await expect(page.getByText(text('chat', 'state.onDevice'))).toBeVisible();
  const chat = new URL(page.url()).pathname;
  // the request for the service worker is on the disk
  const preparedPushes = (): Promise<number> =>
    page.evaluate(async () => {
      const { name } = (await indexedDB.databases()).find((each) => each.name!.startsWith('satchel-device-'))!;
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
      });
      const count = await new Promise<number>((resolve) => {
        const counting = database.transaction('meta').objectStore('meta').count('waitingRequest');
        counting.onsuccess = () => resolve(counting.result);
      });
      database.close();
      return count;
    });
  await expect.poll(preparedPushes).toBe(1);

  // the browser stays open, with no page of Satchel
  const elsewhere = await context.newPage();
  const devtools = await context.newCDPSession(elsewhere);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(satchel.url) && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.close();
  await context.setOffline(false);
  const emma = await HttpDevice.signIn(satchel.url);
  const question = async (): Promise<unknown> => {
    // the lock of the closed page may be held for a moment
    await devtools.send('ServiceWorker.dispatchSyncEvent', {
      ...{ origin: satchel.url, registrationId, tag: 'satchel-question', lastChance: false },
    });
    const { documents } = await emma.call(syncCalls.pull, { collection: 'turns', checkpoint: null, limit: 200 });
    return documents.find((each) => chat.includes(String((each as { parentId?: unknown }).parentId)));
  };
  await expect.poll(question).toBeTruthy();

  const again = await context.newPage();
  await open(again, satchel.url, chat);
  await expect(again.locator('[data-turn-state="answered"]')).toBeVisible();
  await expect(again.locator('[data-mode="extractive"]')).toContainText('20 April');
});
