import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { levelsOf } from '../../../../sync/model/peaks';
import { mp3Of } from '../../../../tests/support/sound';
import { packetsOf, webmOf } from '../../../../tests/support/webm';
import { ProviderFailure } from '../../failure';
import { bytesOf } from './bytes';
import { peaksOf } from './peaks';
import { WAV_RATE, wavFile } from './wav';

/** Two seconds: loud in the first, silent in the second. */
const sound = Float32Array.from({ length: WAV_RATE * 2 }, (_, at) =>
  at < WAV_RATE ? 0.5 * Math.sin((at / WAV_RATE) * 2 * Math.PI * 440) : 0,
);
const around = (levels: readonly number[], at: number): number => levels[Math.floor(levels.length * at)]!;

it('measures the same peaks of an MP3 and a WAV file', async () => {
  const pcm = Int16Array.from(sound, (sample) => sample * 32_767);
  for (const [bytes, kind] of [
    [mp3Of([sound]), 'mp3'],
    [wavFile(pcm), 'wav'],
  ] as const) {
    const peaks = (await peaksOf(bytesOf(bytes), kind))!;
    const levels = levelsOf(peaks);
    expect(levels.length * peaks.everyMs, kind).toBeGreaterThanOrEqual(2000);
    expect(levels.length * peaks.everyMs, kind).toBeLessThan(2400);
    expect(around(levels, 0.25), kind).toBeCloseTo(Math.sqrt(0.5), 1);
    expect(around(levels, 0.75), kind).toBeLessThan(0.05);
  }
});

it('measures a WebM file of a browser, also a truncated one', async () => {
  const whole = new Uint8Array(await readFile('tests/fixtures/tone.webm'));
  const peaks = (await peaksOf(bytesOf(whole), 'webm'))!;
  const levels = levelsOf(peaks);
  expect(levels.length * peaks.everyMs).toBeGreaterThanOrEqual(1900);
  expect(levels.length * peaks.everyMs).toBeLessThan(2400);
  expect(around(levels, 0.3)).toBeCloseTo(Math.sqrt(0.5), 1);
  expect(around(levels, 0.75)).toBeLessThan(0.05);
  // truncated: measured up to the last complete packet
  const packets = await packetsOf(bytesOf(whole));
  const repeated = [packets, packets, packets, packets, packets].flat();
  const long = await webmOf(repeated.map((packet, at) => ({ ...packet, seconds: at * 0.06 })));
  const half = (await peaksOf(bytesOf(long.subarray(0, long.length / 2)), 'webm'))!;
  expect(levelsOf(half).length * half.everyMs).toBeGreaterThan(3000);
});

it('measures a pause of a WebM recording as silence', async () => {
  const sound = await packetsOf(bytesOf(new Uint8Array(await readFile('tests/fixtures/tone.webm'))));
  const bytes = await webmOf(sound.map((packet, at) => ({ ...packet, seconds: at * 0.06 + (at > 5 ? 3 : 0) })));
  const peaks = (await peaksOf(bytesOf(bytes), 'webm'))!;
  expect(levelsOf(peaks).length * peaks.everyMs).toBeGreaterThan(3000);
});

it('returns null for a file without audio, and for WebM with another codec', async () => {
  expect(await peaksOf(bytesOf(new Uint8Array(4000)), 'mp3')).toBeNull();
  await expect(peaksOf(bytesOf(new Uint8Array(4000)), 'webm')).rejects.toBeInstanceOf(ProviderFailure);
  const vorbis = await webmOf([{ data: new Uint8Array(40), seconds: 0 }], 'vorbis');
  expect(await peaksOf(bytesOf(vorbis), 'webm')).toBeNull();
  // no valid Opus packet: must not be treated as silence
  const damaged = await webmOf([{ data: Uint8Array.of(0xff, 0xff, 0xff, 0xff), seconds: 0 }]);
  await expect(peaksOf(bytesOf(damaged), 'webm')).rejects.toBeInstanceOf(ProviderFailure);
});
