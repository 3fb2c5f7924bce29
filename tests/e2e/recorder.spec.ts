/** Recording in a real browser: what a killed browser keeps, what it sounds like, and how the recorder behaves while one moves around. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { createDevice, type Device } from '../support/device';
import { createSatchel, type Satchel } from '../support/satchel';
import { bestSimilarity, decodeMp3, readWav } from '../support/sound';
import type { LocalRecording } from '../../sync/engine/device/database';

const SPOKEN = fileURLToPath(new URL('../fixtures/spoken.wav', import.meta.url));
/** milliseconds of sound that a kill may cost */
const MAY_LOSE_MS = 4000;

let satchel: Satchel;
let device: Device;
let serving = false;
const serve = async (): Promise<void> => {
  if (!serving) await satchel.start();
  serving = true;
};
const stopServing = async (): Promise<void> => {
  await satchel.stop();
  serving = false;
};

test.beforeAll(async () => {
  satchel = await createSatchel();
});
test.afterAll(() => satchel.dispose());
test.beforeEach(async () => {
  await serve();
  device = createDevice({ microphone: SPOKEN });
  await device.open();
  await signIn(device.page);
  // Closed in order once: a browser writes new cookies to disk only every half minute, and one test kills it.
  await device.close();
  await device.open();
});
test.afterEach(() => device.dispose());

async function signIn(page: Page): Promise<void> {
  await page.goto(`${satchel.url}/auth/login`);
  await page.locator('input[name=email]').fill('emma@demo.satchel.example');
  await page.locator('input[name=password]').fill('Satchel-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/search');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  // From now on every address opens without the server.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

const bar = (page: Page, phase: string) => page.locator(`[data-recorder="${phase}"]`);

async function startRecording(page: Page): Promise<void> {
  await page.goto(`${satchel.url}/meeting-notes`);
  await page.getByRole('button', { name: 'Record meeting' }).first().click();
  await expect(bar(page, 'recording')).toBeVisible();
}

/** The recordings on the device with their bytes, newest first, opened with the account's key as Satchel does. */
function recordingsOn(page: Page): Promise<{ row: LocalRecording; bytes: number[] }[]> {
  return page.evaluate(async () => {
    const named = async (start: string): Promise<string> => (await indexedDB.databases()).find((d) => d.name?.startsWith(start))!.name!;
    const ask = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
    const keys = await ask(indexedDB.open(await named('satchel-keys-')));
    const { key } = (await ask(keys.transaction('keys').objectStore('keys').get('data'))) as { key: CryptoKey };
    keys.close();
    const db = await ask(indexedDB.open(await named('satchel-device-')));
    const rows = await ask(db.transaction('recordings').objectStore('recordings').getAll());
    const sealed = (await ask(db.transaction('chunks').objectStore('chunks').getAll())) as { recordingId: string; seq: number; sealed: Uint8Array<ArrayBuffer> }[];
    db.close();
    const chunks = await Promise.all(sealed.map(async (chunk) => {
      const place = new TextEncoder().encode(`chunks/${chunk.recordingId}/${chunk.seq}`);
      return { ...chunk, bytes: new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: chunk.sealed.subarray(1, 13), additionalData: place }, key, chunk.sealed.subarray(13))) };
    }));
    return rows
      .sort((a, b) => b.startedAt - a.startedAt)
      .map((row) => ({ row, bytes: chunks.filter((c) => c.recordingId === row.id).sort((a, b) => a.seq - b.seq).flatMap((c) => [...c.bytes]) }));
  });
}

test('a browser killed without a network while recording loses at most four seconds, and the rest reaches the server', async () => {
  await stopServing();
  await startRecording(device.page);
  await expect(device.page.getByRole('timer').first()).toHaveText('0:14', { timeout: 30_000 });
  const shown = 14_000;
  await device.kill();

  const page = await device.open();
  await page.goto(`${satchel.url}/search`);
  await expect(page.getByText(/Recovered recording, 0:\d\d/)).toBeVisible();
  const [orphan] = await recordingsOn(page);
  expect(orphan!.row.state).toBe('recording');
  expect(shown - orphan!.row.capturedMs).toBeLessThanOrEqual(MAY_LOSE_MS);

  // It is the same sound, not only the same length.
  const original = readWav(readFileSync(SPOKEN));
  const recorded = await decodeMp3(Uint8Array.from(orphan!.bytes));
  expect(recorded.rate).toBe(original.rate);
  expect(Math.abs(recorded.samples.length / recorded.rate - orphan!.row.capturedMs / 1000)).toBeLessThan(0.5);
  expect(bestSimilarity(recorded.samples, original.samples, original.rate).similarity).toBeGreaterThan(0.85);

  // It is nowhere else: neither the status nor the outbox says that all is well.
  await expect(page.locator('.frame-sidebar [data-sync-status]')).toHaveAttribute('data-sync-status', 'recovered');
  await page.goto(`${satchel.url}/outbox`);
  const row = page.locator('[data-outbox-state="recovered"]');
  await expect(row.getByText(/^0:\d\d$/)).toBeVisible();
  await expect(row.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expect(page.getByText('Everything you made is on the server.')).toHaveCount(0);
  await row.getByRole('button', { name: 'Keep' }).click();
  await expect(page.locator('[data-outbox-state="waiting"]').getByText(/^0:\d\d$/)).toBeVisible();
  await page.goto(`${satchel.url}/recovery`);
  await expect(page.getByText('Nothing to recover')).toBeVisible();
  await serve();
  // What a browser tells when its network is back; without it the next try comes within a minute.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await recordingsOn(page))[0]?.row.transfer ?? 'freed', { timeout: 60_000 }).toMatch(/onServer|freed/);
});

test('the bar stays while one moves around, pauses, goes on and stops', async () => {
  const { page } = device;
  await startRecording(page);
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.waitForURL('**/my-base/project');
  await expect(bar(page, 'recording')).toBeVisible();
  await expect(bar(page, 'recording').getByText(/safe on this device/)).toBeVisible({ timeout: 10_000 });
  await bar(page, 'recording').getByRole('button', { name: 'Pause' }).click();
  await expect(bar(page, 'paused')).toBeVisible();
  await bar(page, 'paused').getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('timer').first()).toHaveText('0:11', { timeout: 30_000 });
  await bar(page, 'recording').getByRole('button', { name: 'Stop' }).click();
  await expect(bar(page, 'ended')).toBeVisible();
  const [made] = await recordingsOn(page);
  expect(made!.row).toMatchObject({ state: 'stopped', gaps: [] });
  expect(made!.row.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('a second window says that another one records, and does not start', async () => {
  await startRecording(device.page);
  const second = await device.context.newPage();
  await second.goto(`${satchel.url}/meeting-note`);
  await expect(second.getByText('Recording in another window.')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Start recording' })).toBeDisabled();
  await second.close();
  await expect(bar(device.page, 'recording')).toBeVisible();
});

test('a file is refused with its reason, or copied onto the device and played with no server', async () => {
  const { page } = device;
  await page.goto(`${satchel.url}/meeting-note?mode=upload`);
  await stopServing();
  const field = page.locator('input[type=file]');
  const problem = page.getByRole('main').getByRole('alert');
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(problem).toContainText('.wav, .webm, .mp3');
  await field.setInputFiles({ name: 'empty.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) });
  await expect(problem).toBeVisible();
  // The name says sound, the content does not: found out while copying.
  await field.setInputFiles({ name: 'fake.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('this is no sound at all') });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(problem).toContainText('fake.mp3');
  await field.setInputFiles({ name: 'Weekly.wav', mimeType: 'audio/wav', buffer: readFileSync(SPOKEN) });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.waitForURL('**/meeting/*?tab=transcript');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weekly');
  await expect(page.getByRole('heading', { name: 'Kept on this device' })).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')!.currentTime)).toBeGreaterThan(0.5);
});
