import { expect, it } from 'vitest';
import { levelsOf } from '../../../../sync/model/peaks';
import { mp3Of } from '../../../../tests/support/sound';
import { bytesOf } from './bytes';
import { peaksOf } from './peaks';
import { WAV_RATE, wavFile } from './wav';

/** Two seconds: loud in the first, silent in the second. */
const sound = Float32Array.from({ length: WAV_RATE * 2 }, (_, at) =>
  at < WAV_RATE ? 0.5 * Math.sin((at / WAV_RATE) * 2 * Math.PI * 440) : 0,
);
const around = (levels: readonly number[], at: number): number => levels[Math.floor(levels.length * at)]!;

it('measures an MP3 and a WAV file alike', async () => {
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

it('has none for a file without sound, and for WebM', async () => {
  expect(await peaksOf(bytesOf(new Uint8Array(4000)), 'mp3')).toBeNull();
  expect(await peaksOf(bytesOf(new Uint8Array(4000)), 'webm')).toBeNull();
});
