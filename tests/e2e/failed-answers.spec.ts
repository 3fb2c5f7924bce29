/** A replica that fails at a question: it is asked again, and what fails every time is said. */
import { expect, test, type Page } from '@playwright/test';
import { createDevice, type Device } from '../support/device';
import { createSatchel, type Satchel } from '../support/satchel';
import { createProject, emailOf, load, signIn, text, waitForEditor, waitUntilSent, writeNote } from '../support/steps';

let satchel: Satchel;
let device: Device;
let page: Page;

test.beforeAll(async () => {
  satchel = await createSatchel();
  await satchel.start();
  device = createDevice();
  await signIn(await device.open(), satchel.url, emailOf('emma'));
  // stays: a browser ends with its last page
  await device.page.goto('about:blank');
});
test.beforeEach(async () => { page = await device.context.newPage(); });
test.afterEach(() => page.close());
test.afterAll(async () => {
  await device?.dispose();
  await satchel?.dispose();
});

declare global {
  interface Window { asked: number; workers: Worker[] }
}

/** From the next load on, the worker answers the first `failures` questions of this kind with an error, as it does where a database fails. */
async function failing(page: Page, kind: string, failures: number): Promise<void> {
  await page.addInitScript(([failingKind, count]) => {
    const post = Worker.prototype.postMessage;
    window.asked = 0;
    window.workers = [];
    Worker.prototype.postMessage = function (this: Worker, message: { live?: number; query?: { kind: string } }, ...rest: [never]) {
      if (!window.workers.includes(this)) window.workers.push(this);
      if (message.live === undefined || message.query?.kind !== failingKind) return post.call(this, message, ...rest);
      window.asked += 1;
      if (window.asked > count) return post.call(this, message, ...rest);
      const error = { kind: 'other', name: 'DatabaseClosedError', message: 'the database was closed' };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { live: message.live, error } })));
    };
  }, [kind, failures] as const);
}

test('a screen that asks for nothing before it is drawn gets its answer when the replica can give it', async () => {
  await failing(page, 'outbox', 2);
  await load(page, satchel.url, '/outbox');
  await expect(page.getByText(text('outbox', 'empty'))).toBeVisible();
  expect(await page.evaluate(() => window.asked)).toBe(3);
});

test('what fails every time reaches the person, who can load the page again', async () => {
  await failing(page, 'outbox', 100);
  await load(page, satchel.url, '/outbox');
  await expect(page.getByRole('alert').getByText(text('project', 'broken.title'))).toBeVisible();
  // the frame stays: a recording goes on
  await expect(page.locator('.frame')).toBeVisible();
  expect(await page.evaluate(() => window.asked)).toBeGreaterThanOrEqual(3);
});

test('a list that was shown stays when the replica ends, and goes on when it was started again', async () => {
  const other = createDevice();
  try {
    await failing(page, 'none', 0);
    await load(page, satchel.url, '/my-base/project');
    const projectId = await createProject(page, satchel.url, 'After the end');
    await waitUntilSent(page);
    await page.evaluate(() => { for (const worker of window.workers) worker.dispatchEvent(new Event('error')); });
    await expect.poll(() => page.evaluate(() => window.workers.length)).toBeGreaterThan(1);
    const theirs = await other.open();
    await signIn(theirs, satchel.url, emailOf('emma'));
    await writeNote(theirs, satchel.url, projectId, 'Written elsewhere', ['One line.']);
    await waitForEditor(theirs);
    await expect(page.getByText('Written elsewhere').first()).toBeVisible({ timeout: 60_000 });
  } finally {
    await other.dispose();
  }
});
