/** What a first sync says of itself: the bar is as long as the words beside it say. */
import { expect, test } from '@playwright/test';
import { createDevice, type Device } from '../support/device';
import { createSatchel, type Satchel } from '../support/satchel';
import { emailOf, load, signIn, text } from '../support/steps';

let satchel: Satchel;
let device: Device;

test.beforeAll(async () => {
  satchel = await createSatchel();
  await satchel.start();
  device = createDevice();
});
test.afterAll(async () => {
  await device?.dispose();
  await satchel?.dispose();
});

declare global {
  interface Window { say(done: number, total: number): boolean }
}

test('the bar agrees with the words from the moment they change', async () => {
  const page = await device.open();
  await signIn(page, satchel.url, emailOf('emma'));
  // the status comes from here: a first sync in two steps that stand as long as they are looked at
  await page.addInitScript(() => {
    const asked: { worker: Worker; live: number }[] = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { live?: number; query?: { kind: string } }, ...rest: [never]) {
      if (message.live === undefined || message.query?.kind !== 'status') return post.call(this, message, ...rest);
      asked.push({ worker: this, live: message.live });
    };
    window.say = (done, total) => {
      const value = {
        connection: { state: 'online', since: 0 }, leader: true, firstSync: true, firstSyncDocuments: done, firstSyncTotal: total,
        waiting: { documents: 0, texts: 0, calls: 0, recordings: 0 }, sending: null, attention: 0, recovered: 0, local: 0, kept: 0, lastSyncAt: 0,
      };
      for (const { worker, live } of asked) worker.dispatchEvent(new MessageEvent('message', { data: { live, value } }));
      return asked.length > 0;
    };
  });
  await load(page, satchel.url, '/search');
  await expect.poll(() => page.evaluate(() => window.say(3, 30))).toBe(true);
  const box = page.locator('[data-first-sync]');
  await expect(box).toContainText(text('shell', 'firstSync.textOf', { done: 3, count: 30 }));
  const share = await box.evaluate((element, words) => new Promise<number>((resolve) => {
    new MutationObserver(() => {
      if (!element.textContent!.includes(words)) return;
      const bar = element.querySelector('[role=progressbar] .bg-accent')!;
      resolve(bar.getBoundingClientRect().width / bar.parentElement!.getBoundingClientRect().width);
    }).observe(element, { subtree: true, childList: true, characterData: true });
    window.say(29, 30);
  }), text('shell', 'firstSync.textOf', { done: 29, count: 30 }));
  expect(share).toBeCloseTo(29 / 30, 2);
});
