/** Speech and steady noise of any loudness are distinguished by their energy over time. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readWav } from '../../../../tests/support/sound';
import type { RecognisedSegment } from '../provider';
import { energyOf, withoutPhantoms } from './energy';
import { WAV_RATE } from './wav';

const { samples: SPOKEN } = readWav(readFileSync('tests/fixtures/spoken.wav'));
const INVENTED = 'ご視聴ありがとうございました。';

/**
 * Noise of a fan, the same in each run: low frequencies above all, and the beat of its blades twice a second.
 * @param rms of full scale
 */
function fan(length: number, rms: number): Float32Array {
  let seed = 7;
  let low = 0;
  const out = Float32Array.from({ length }, (_, n) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    low += 0.2 * (seed / 2 ** 30 - 1 - low);
    return low * (1 + 0.15 * Math.sin((2 * Math.PI * 2 * n) / WAV_RATE));
  });
  const own = Math.sqrt(out.reduce((sum, value) => sum + value ** 2, 0) / length);
  return out.map((value) => (value * rms) / own);
}
const energy = (samples: Float32Array): Float32Array =>
  energyOf(Int16Array.from(samples, (s) => Math.max(-1, Math.min(1, s)) * 32_767));
const segment = (start: number, end: number, text: string): RecognisedSegment => ({
  ...{ start, end, text, speaker: '', noSpeech: null, logProb: null },
});
const kept = (sound: Float32Array, ...segments: RecognisedSegment[]): string[] =>
  withoutPhantoms(segments, energy(sound)).map(({ text }) => text);

describe.each([0.02, 0.05])('over the noise of a fan of %f of full scale', (rms) => {
  const noise = fan(SPOKEN.length, rms);
  const end = (SPOKEN.length / WAV_RATE) * 1000;

  it('a known hallucination is dropped, once or repeated', () =>
    expect(
      kept(noise, segment(0, 2000, INVENTED), segment(2000, 9000, INVENTED.repeat(3)), segment(0, end, INVENTED)),
    ).toEqual([]));

  it('another sentence is kept, since faint speech may be lost in the noise', () =>
    expect(kept(noise, segment(2000, 5000, '始めましょう。'))).toEqual(['始めましょう。']));

  it('what was spoken is kept, even such a sentence', () => {
    const sound = SPOKEN.map((value, n) => value + noise[n]!);
    const texts = ['Good morning.', INVENTED, 'Thanks for watching!'];
    expect(kept(sound, ...texts.map((text, i) => segment(i * 4000, i * 4000 + 4000, text)))).toEqual(texts);
    // a short sentence in a segment that is mostly noise
    const pause = fan(WAV_RATE * 20, rms);
    const once = Float32Array.from([...pause, ...SPOKEN.subarray(WAV_RATE, WAV_RATE * 3)]);
    for (let n = 0; n < WAV_RATE * 2; n += 1) once[pause.length + n]! += noise[n]!;
    expect(kept(once, segment(0, 22_000, INVENTED))).toEqual([INVENTED]);
  });
});

it('a sentence that only contains the words of a hallucination is kept', () =>
  expect(kept(fan(WAV_RATE * 4, 0.03), segment(0, 4000, '皆さん、ご視聴ありがとうございました。'))).toHaveLength(1));
