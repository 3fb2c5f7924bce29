/**
 * Faults of a recording other than a kill: the microphone disconnects, the disk is full, the tab crashes, the machine
 * sleeps. Each time the recorded sound is kept, the screen reports it in the person's language, and the person can
 * resume or recover. In Japanese.
 */
import type { Page } from '@playwright/test';
import { newCompany } from '../support/company';
import { createDevice, type Device } from '../support/device';
import { expect, test } from '../support/e2e';
import { fillDisk, freeDisk, limitQuota, usedBytes } from '../support/full-disk';
import { browserProcess, processesOf } from '../support/processes';
import {
  audioOnServer,
  bar,
  recordingsOn,
  reportedMs,
  SPOKEN,
  startRecording,
  unreportedMs,
  type OnDevice,
} from '../support/recorder-steps';
import { decodeMp3 } from '../support/sound';
import { signIn, syncStatus, text } from '../support/steps';

const MAY_LOSE_MS = 4000;
const ja = (ns: string, key: string, params: Record<string, string | number> = {}): string =>
  text(ns, key, params, 'ja');
const clock = (ms: number): string => `0:${String(Math.floor(ms / 1000)).padStart(2, '0')}`;

let device: Device;
let page: Page;
let url: string;

test.beforeAll(async ({ satchel }) => {
  ({ url } = satchel);
  const { owner } = await newCompany(satchel, { owner: '佐藤 美咲', language: 'ja' });
  device = createDevice({ microphone: SPOKEN, locale: 'ja-JP' });
  await signIn(await device.open(), url, owner.email);
  await device.close();
});
test.afterAll(() => device.dispose());
test.beforeEach(async () => {
  page = await device.open();
});
test.afterEach(() => device.close());

const button = (key: string) => page.getByRole('button', { name: ja('recorder', key), exact: true }).first();
const newest = async (): Promise<OnDevice> => (await recordingsOn(page))[0]!;
const recorded = (ms: number): Promise<void> =>
  expect.poll(async () => (await newest()).row.capturedMs).toBeGreaterThanOrEqual(ms);
/** milliseconds of the observer's time */
const now = (): number => Date.now();

/** Stops it; the recording on the server is as long as the device reports. Returns that length in milliseconds. */
async function stopAndListen(): Promise<number> {
  await button('stop').click();
  await expect(bar(page, 'ended')).toBeVisible();
  return listen((await newest()).row.id);
}

async function listen(id: string): Promise<number> {
  const row = async () => (await recordingsOn(page)).find((r) => r.row.id === id)!.row;
  await expect.poll(async () => (await row()).transfer).toBe('onServer');
  const { samples, rate } = await decodeMp3(await audioOnServer(page, url, id));
  const { capturedMs, bytes, chunks } = await row();
  expect(chunks).toBeGreaterThan(0);
  expect(bytes).toBeGreaterThan(0);
  expect(Math.abs((samples.length / rate) * 1000 - capturedMs)).toBeLessThan(300);
  return capturedMs;
}

test('a disconnected microphone pauses the recording, and it resumes with the next one', async () => {
  const startedAt = await startRecording(page, url, 'ja');
  await recorded(3000);
  // The process that owns the sound card ends, as it does when the card is removed.
  const audio = processesOf(browserProcess(device.profile)).find((p) => p.kind === 'audio.mojom.AudioService')!;
  const goneAt = now();
  process.kill(audio.pid, 'SIGKILL');
  await expect(bar(page, 'paused')).toContainText(ja('recorder', 'attention.inputLost.title'));
  await expect(page.getByText(ja('recorder', 'attention.inputLost.text')).first()).toBeVisible();
  await expect.poll(async () => (await newest()).row.state).toBe('paused');
  const paused = (await newest()).row;
  const before = paused.capturedMs;
  expect(goneAt - startedAt - before - reportedMs(paused), 'milliseconds lost').toBeLessThan(1500);
  await button('resume').click();
  await expect(bar(page, 'recording')).toBeVisible();
  const pausedMs = now() - goneAt;
  await recorded(before + 3000);
  expect(await stopAndListen()).toBeGreaterThanOrEqual(before + 3000);
  const { row } = await newest();
  expect(
    row.gaps.filter(({ atMs, lostMs }) => Math.abs(atMs - before) < 500 && lostMs > pausedMs / 2),
    'gaps of the length of the pause',
  ).toEqual([]);
});

test('a disk that gets full ends the recording; saved sound is kept and sent once there is space', async () => {
  await page.goto(url);
  const used = await usedBytes(page);
  await device.close();
  page = await device.open();
  await limitQuota(device.context, page, url, used);
  await startRecording(page, url, 'ja');
  await recorded(3000);
  await fillDisk(page);
  await expect(bar(page, 'ended')).toContainText(ja('recorder', 'attention.storageFull.text'));
  await expect(page.getByText(ja('recorder', 'attention.storageFull.title')).first()).toBeVisible();
  const { row, chunks } = await newest();
  expect(chunks.map((chunk) => chunk.seq)).toEqual(chunks.map((_, n) => n));
  expect(row.capturedMs).toBeGreaterThanOrEqual(3000);
  await expect(bar(page, 'ended')).toContainText(clock(row.capturedMs));

  // Not even its end can be written yet: the screen does not report it as finished until there is space.
  await expect(syncStatus(page)).toHaveAttribute('data-sync-status', 'storageFull');
  await freeDisk(page);
  const notice = page.locator('[data-recovered]');
  await expect(notice).toContainText(ja('recorder', 'recovery.banner', { time: clock(row.capturedMs) }));
  expect((await newest()).row.state).toBe('stopped');
  expect(await listen(row.id)).toBe(row.capturedMs);
  await notice.getByRole('button', { name: ja('recorder', 'dismiss') }).click();
  await expect(notice).toBeHidden();
});

test('a tab that crashes leaves its recording to the next one', async () => {
  const startedAt = await startRecording(page, url, 'ja');
  await recorded(6000);
  const crashed = page.waitForEvent('crash');
  const session = await device.context.newCDPSession(page);
  const crashedAt = now();
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  page = await device.context.newPage();
  await page.goto(`${url}/search`);
  const { row } = await newest();
  expect(crashedAt - startedAt - row.capturedMs - reportedMs(row), 'milliseconds lost').toBeLessThanOrEqual(
    MAY_LOSE_MS,
  );
  // no question is asked: it is saved and sent automatically
  const notice = page.locator('[data-recovered]');
  await expect(notice).toContainText(ja('recorder', 'recovery.banner', { time: clock(row.capturedMs) }));
  expect(await listen(row.id)).toBe(row.capturedMs);
  await notice.getByRole('button', { name: ja('recorder', 'dismiss') }).click();
  await expect(notice).toBeHidden();
});

test('a machine that slept continues recording, and the gap in the sound is reported and marked', async () => {
  const ASLEEP_MS = 5000;
  await startRecording(page, url, 'ja');
  await recorded(3000);
  // a toast may end before the test looks at it
  await page.evaluate(() => {
    const toasts: string[] = [];
    (window as unknown as { toasts: string[] }).toasts = toasts;
    new MutationObserver(() =>
      document.querySelectorAll('[data-sonner-toast]').forEach((toast) => toasts.push(toast.textContent ?? '')),
    ).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  device.signal('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, ASLEEP_MS));
  device.signal('SIGCONT');
  // a busy machine may lose more sound before and after
  const slept = async () => (await newest()).row.gaps.find(({ lostMs }) => Math.abs(lostMs - ASLEEP_MS) < 1000);
  await expect.poll(slept).toBeDefined();
  const gap = await slept();
  const notice = ja('recorder', 'gap', { at: clock(gap!.atMs), lost: clock(gap!.lostMs) });
  const toasts = () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts);
  await expect.poll(async () => (await toasts()).some((toast) => toast.includes(notice))).toBe(true);
  await expect(page.getByRole('region', { name: ja('recorder', 'panel') }).getByText(notice)).toBeVisible();
  await expect(bar(page, 'recording')).toBeVisible();
  await stopAndListen();
  const { row } = await newest();
  expect(row.gaps).toContainEqual(gap);
  expect(Math.abs(unreportedMs(row)), 'time without sound that is not reported as a gap').toBeLessThan(1000);
});

test('sound up to the press of stop is in the recording', async () => {
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      document.documentElement.dataset['openedAt'] = String(Date.now());
      return stream;
    };
    window.addEventListener(
      'pointerup',
      () => {
        document.documentElement.dataset['pressedAt'] = String(Date.now());
      },
      { capture: true },
    );
  });
  await startRecording(page, url, 'ja');
  await recorded(6000);
  const capturedMs = await stopAndListen();
  const { openedAt, pressedAt } = await page.evaluate(
    () => ({ ...document.documentElement.dataset }) as { openedAt: string; pressedAt: string },
  );
  expect(
    Math.abs(capturedMs - (Number(pressedAt) - Number(openedAt))),
    'milliseconds between the time and the sound',
  ).toBeLessThan(300);
});
