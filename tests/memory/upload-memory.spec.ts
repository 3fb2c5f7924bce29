/**
 * A large file becomes a recording on the device and goes to the server: in how much memory, in each process of a real browser and in the
 * server's. `UPLOAD_MB` gives its size; `npm run test:uploads` takes the largest there may be.
 *
 * It is sent by a browser that nothing controls: one whose requests are observed keeps all that it sent.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, request, test, type Page } from '@playwright/test';
import { createDevice, openUnobserved } from '../support/device';
import { browserProcess, memoryOf, processesOf } from '../support/processes';
import { createSatchel } from '../support/satchel';
import { emailOf, PASSWORD, signIn } from '../support/steps';
import type { LocalRecording } from '../../sync/engine/storage/device-rows';

const MB = 1024 * 1024;
const megabytes = Number(process.env['UPLOAD_MB'] ?? 96);
/**
 * bytes that any process may take above what it had while the file is copied, and the server while it arrives: some
 * dozen rows and parts
 */
const MAY_TAKE = 64 * MB;
/** bytes of the renderer that sends, from its start: the app itself takes about 100 MiB of them */
const RENDERER_MAY_TAKE = 256 * MB;

/** A WAV of noise, which nothing can compress. Written in pieces; 10 ms of it are in memory at a time. */
function writeWav(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(bytes - 8, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(48_000, 24);
  head.writeUInt32LE(192_000, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes - 44, 40);
  writeSync(file, head);
  for (let at = 44; at < bytes; at += MB) writeSync(file, randomBytes(Math.min(MB, bytes - at)));
  closeSync(file);
}

/** The most that each kind of process takes, above what it had at the beginning; a kind's processes are taken together. */
function watch(sample: () => Map<string, number>): { most: Map<string, number>; end(): void } {
  const before = sample();
  const most = new Map<string, number>();
  const timer = setInterval(() => {
    for (const [kind, bytes] of sample())
      most.set(kind, Math.max(most.get(kind) ?? 0, bytes - (before.get(kind) ?? 0)));
  }, 100);
  return { most, end: () => clearInterval(timer) };
}

/** The one recording on the device, without its sound. */
const recording = (page: Page): Promise<LocalRecording | null> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((d) => d.name?.startsWith('satchel-device-'))!.name!;
    const ask = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await ask(indexedDB.open(name));
    const rows = await ask(db.transaction('recordings').objectStore('recordings').getAll());
    db.close();
    return rows[0] ?? null;
  });

/** Waits until the server has the whole recording of a meeting, as another device of the same person sees it. */
async function waitUntilWhole(url: string, meetingId: string, ms: number): Promise<void> {
  const other = await request.newContext({ baseURL: url });
  await expect
    .poll(
      async () => {
        const answer = await other.get(`/api/core/meeting/query/getById/${meetingId}`);
        // Signs in, first and whenever its session is over.
        if (answer.status() === 401)
          await other.post('/api/organization/user/login/password', {
            data: { email: emailOf('emma'), password: PASSWORD },
          });
        const { data } = (await answer.json()) as { data?: { recordings: { size: number }[] } };
        return data?.recordings[0]?.size;
      },
      { timeout: ms, intervals: [500] },
    )
    .toBe(megabytes * MB);
  await other.dispose();
}

test.setTimeout(120_000 + megabytes * 4_000);

test(`a file of ${megabytes} MB is copied onto the device and sent, and neither the renderer nor the server ever holds it whole`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-large-'));
  const file = join(folder, 'Long meeting.wav');
  const satchel = await createSatchel();
  const device = createDevice();
  let unobserved: ReturnType<typeof openUnobserved> | null = null;
  const sample = (group: number): Map<string, number> => {
    const kinds = new Map<string, number>();
    for (const { kind, memory } of processesOf(group)) kinds.set(kind, (kinds.get(kind) ?? 0) + memory);
    if (satchel.pid()) kinds.set('server', memoryOf(satchel.pid()!));
    return kinds;
  };
  const tell = (what: string, most: Map<string, number>, began: number, mayTake: (kind: string) => number): void => {
    console.info(
      `${what} ${megabytes} MB in ${((performance.now() - began) / 1000).toFixed(1)} s, at most ${[...most]
        .filter(([, bytes]) => bytes > MB)
        .map(([kind, bytes]) => `${kind} +${(bytes / MB).toFixed(0)} MiB`)
        .join(', ')}`,
    );
    for (const [kind, bytes] of most) expect(bytes, `${kind}, ${what}`).toBeLessThan(mayTake(kind));
  };
  try {
    writeWav(file, megabytes * MB);
    await satchel.start();
    const page = await device.open();
    await signIn(page, satchel.url, emailOf('emma'));
    await page.goto(`${satchel.url}/meeting-note?mode=upload`);
    await page.locator('input[type=file]').setInputFiles(file);
    await satchel.stop();

    let began = performance.now();
    const group = browserProcess(device.profile);
    const copying = watch(() => sample(group));
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.waitForURL('**/meeting/*?tab=transcript', { timeout: 60_000 + megabytes * 2_000 });
    copying.end();
    tell('copied', copying.most, began, () => MAY_TAKE);
    expect(await recording(page)).toMatchObject({ bytes: megabytes * MB, transfer: 'queued' });
    const meetingId = /meeting\/([^?]+)/.exec(page.url())![1]!;
    await device.close();

    await satchel.start();
    began = performance.now();
    unobserved = openUnobserved(device.profile, `${satchel.url}/outbox`);
    const lonely = unobserved.group;
    await expect.poll(() => processesOf(lonely).some((p) => p.kind === 'renderer')).toBe(true);
    const sending = watch(() => sample(lonely));
    await waitUntilWhole(satchel.url, meetingId, 60_000 + megabytes * 2_000);
    sending.end();
    // The browser's own process holds the parts that were sent until it collects garbage: as much as the file at most.
    tell('sent', sending.most, began, (kind) =>
      kind === 'renderer' ? RENDERER_MAY_TAKE : kind === 'browser' ? megabytes * MB + MAY_TAKE : MAY_TAKE,
    );
  } finally {
    await unobserved?.close();
    await device.dispose();
    await satchel.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
