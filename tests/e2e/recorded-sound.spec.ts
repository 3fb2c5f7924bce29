/** The content of a recording: complete during navigation, and after the browser was killed. */
import { readFileSync } from 'node:fs';
import { RECORDING_RATE } from '../../sync/engine/recording/recording-session';
import type { Device } from '../support/device';
import { expect, test } from '../support/e2e';
import {
  bar,
  recordedFor,
  recordingsOn,
  soundOn,
  SPOKEN,
  startRecording,
  unreportedMs,
} from '../support/recorder-steps';
import { bestSimilarity, decodeChannels, decodeMp3, energyAt, readWav } from '../support/sound';
import { open, signIn } from '../support/steps';

/** milliseconds of sound that a kill may lose */
const MAY_LOSE_MS = 4000;
const TONE_HZ = 1000;

let device: Device;
// The microphone plays its sound once, from the browser's start.
test.beforeEach(async ({ company, line, newDevice }) => {
  device = newDevice({ microphone: SPOKEN });
  await signIn(await device.open(), line.url, company.owner.email);
  // Closed properly once: a browser writes new cookies to disk only every half minute, and one test kills it.
  await device.close();
  await device.open();
});

test('the bar stays during navigation, pauses, resumes and stops', async ({ line }) => {
  const { page } = device;
  await startRecording(page, line.url);
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.waitForURL('**/my-base/project');
  await expect(bar(page, 'recording')).toBeVisible();
  await expect(bar(page, 'recording').getByText(/safe on this device/)).toBeVisible();
  await bar(page, 'recording').getByRole('button', { name: 'Pause' }).click();
  await expect(bar(page, 'paused')).toBeVisible();
  await bar(page, 'paused').getByRole('button', { name: 'Resume' }).click();
  await recordedFor(page, 11);
  await bar(page, 'recording').getByRole('button', { name: 'Stop' }).click();
  await expect(bar(page, 'ended')).toBeVisible();
  const [made] = await recordingsOn(page);
  expect(made!.row).toMatchObject({ state: 'stopped' });
  expect(Math.abs(unreportedMs(made!.row))).toBeLessThan(2_000);
  expect(made!.row.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('microphone and shared sound are two channels, bookmarks keep their time, and the sharing may end', async ({
  line,
}) => {
  const { page } = device;
  await open(page, line.url, '/meeting-note');
  // what a person would choose in the browser's dialog: a tab that plays a tone
  await page.evaluate((hz) => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      const context = new AudioContext();
      const tone = new OscillatorNode(context, { frequency: hz });
      const output = context.createMediaStreamDestination();
      tone.connect(output);
      tone.start();
      Object.assign(window, {
        endSharing: () => {
          const [track] = output.stream.getAudioTracks();
          track!.stop();
          // as when the person ends it: `stop` of the page itself raises no event
          track!.dispatchEvent(new Event('ended'));
        },
      });
      return output.stream;
    };
  }, TONE_HZ);
  await page.getByRole('button', { name: /Audio source/ }).click();
  await page.getByRole('option', { name: /Microphone and shared tab/ }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.locator('[data-channel="others"]')).toBeVisible();
  await recordedFor(page, 5);
  await page.keyboard.press('m');
  await expect(page.locator('[data-moment="bookmark"]')).toHaveCount(1);
  await page.evaluate(() => (window as unknown as { endSharing: () => void }).endSharing());
  await expect(page.getByText('Sharing has ended').first()).toBeVisible();
  const shared = await recordedFor(page, 6);
  await recordedFor(page, shared + 4);
  await bar(page, 'recording').getByRole('button', { name: 'Stop' }).click();
  await expect(bar(page, 'ended')).toBeVisible();
  const [made] = await recordingsOn(page);
  expect(made!.row).toMatchObject({ source: 'both', state: 'stopped' });
  expect(Math.abs(unreportedMs(made!.row))).toBeLessThan(2_000);
  const [left, right] = (await decodeChannels(await soundOn(page, made!.row.id))) as [Float32Array, Float32Array];
  const seconds = (samples: Float32Array, from: number, to: number): Float32Array =>
    samples.subarray(from * RECORDING_RATE, to * RECORDING_RATE);
  const tone = (samples: Float32Array): number => energyAt(samples, TONE_HZ, RECORDING_RATE);
  expect(tone(seconds(right, 2, 4))).toBeGreaterThan(100 * tone(seconds(left, 2, 4)));
  // the tone has ended, the voice of the microphone goes on
  const last = made!.row.capturedMs / 1000;
  expect(tone(seconds(right, last - 2, last - 1))).toBeLessThan(tone(seconds(right, 2, 4)) / 1000);
  const original = readWav(readFileSync(SPOKEN));
  expect(bestSimilarity(left, original.samples, original.rate).similarity).toBeGreaterThan(0.85);
});

test('a browser killed offline while recording loses at most four seconds, and the rest reaches the server', async ({
  line,
}) => {
  line.become('cut');
  await startRecording(device.page, line.url);
  const shown = (await recordedFor(device.page, 14)) * 1000;
  await device.kill();

  const page = await device.open();
  await page.goto(`${line.url}/search`);
  await expect(page.getByText(/Recovered recording, 0:\d\d/)).toBeVisible();
  const [orphan] = await recordingsOn(page);
  expect(orphan!.row.state).toBe('stopped');
  expect(shown - orphan!.row.capturedMs).toBeLessThanOrEqual(MAY_LOSE_MS);

  // It is the same sound, not only the same length.
  const original = readWav(readFileSync(SPOKEN));
  const recorded = await decodeMp3(await soundOn(page, orphan!.row.id));
  expect(recorded.rate).toBe(original.rate);
  expect(Math.abs(recorded.samples.length / recorded.rate - orphan!.row.capturedMs / 1000)).toBeLessThan(0.5);
  expect(bestSimilarity(recorded.samples, original.samples, original.rate).similarity).toBeGreaterThan(0.85);

  // It exists on this device only: the outbox says so, and it is sent like any other.
  await open(page, line.url, '/outbox');
  await expect(page.getByText('Everything you made is on the server.')).toHaveCount(0);
  await expect(page.locator('[data-outbox-state="waiting"]').getByText(/^0:\d\d$/)).toBeVisible();

  // Deleted and restored.
  const notice = page.locator('[data-recovered]');
  await notice.getByRole('button', { name: 'Delete' }).click();
  await expect(notice).toBeHidden();
  await expect(page.locator('[data-outbox-state="waiting"]').getByText(/^0:\d\d$/)).toHaveCount(0);
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-outbox-state="waiting"]').getByText(/^0:\d\d$/)).toBeVisible();
  await open(page, line.url, '/recovery');
  await expect(page.getByText('Nothing to recover')).toBeVisible();
  line.become('ok');
  // The event of a returning network; without it the next attempt is within a minute.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await recordingsOn(page))[0]?.row.transfer ?? 'freed').toMatch(/onServer|freed/);
});
