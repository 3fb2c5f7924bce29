import { describe, expect, it } from 'vitest';
import { Resampler } from './resampler';

const sine = (hz: number, rate: number, seconds: number): Float32Array =>
  Float32Array.from({ length: Math.round(rate * seconds) }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));

/** Converts in uneven blocks and joins the output. */
function convert(from: number, to: number, input: Float32Array): Float32Array {
  const resampler = new Resampler(from, to);
  const out: number[] = [];
  for (let at = 0, step = 1; at < input.length; at += step, step = ((step * 31) % 977) + 1)
    out.push(...resampler.push(input.subarray(at, Math.min(input.length, at + step))));
  out.push(...resampler.flush());
  return Float32Array.from(out);
}

/** Amplitude of one frequency (a single bin of a windowed Fourier transform), without the edges. */
function amplitude(samples: Float32Array, hz: number, rate: number): number {
  const middle = samples.subarray(Math.floor(samples.length * 0.1), Math.floor(samples.length * 0.9));
  let re = 0;
  let im = 0;
  let weight = 0;
  middle.forEach((s, n) => {
    const w = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / middle.length);
    re += w * s * Math.cos((2 * Math.PI * hz * n) / rate);
    im += w * s * Math.sin((2 * Math.PI * hz * n) / rate);
    weight += w;
  });
  return (2 * Math.hypot(re, im)) / weight;
}
const decibel = (ratio: number): number => 20 * Math.log10(ratio + 1e-12);

describe.each([[48_000], [44_100], [96_000], [32_000]])('Resampler %d → 16000', (from) => {
  it('preserves speech and removes frequencies that would alias', () => {
    for (let hz = 100; hz < from / 2; hz += 700) {
      const out = convert(from, 16_000, sine(hz, from, 0.5));
      if (hz <= 6900) expect(Math.abs(decibel(amplitude(out, hz, 16_000))), `${hz} Hz`).toBeLessThan(0.2);
      else if (hz >= 8300) {
        const rms = Math.sqrt(out.subarray(400, -400).reduce((sum, s) => sum + s * s, 0) / (out.length - 800));
        expect(decibel(rms * Math.SQRT2), `${hz} Hz`).toBeLessThan(-60);
      }
    }
  });

  it('preserves the duration', () => {
    const out = convert(from, 16_000, sine(440, from, 3));
    expect(Math.abs(out.length - 48_000)).toBeLessThanOrEqual(2);
  });
});

describe('Resampler', () => {
  it('is independent of the block size', () => {
    const input = sine(1234, 44_100, 0.4);
    const whole = new Resampler(44_100, 16_000);
    const once = [...whole.push(input), ...whole.flush()];
    const pieces = convert(44_100, 16_000, input);
    expect(pieces.length).toBe(once.length);
    for (let i = 0; i < once.length; i += 1) expect(Math.abs(pieces[i]! - once[i]!)).toBeLessThan(1e-4);
  });

  it('also raises a lower rate, and passes an equal one through', () => {
    const up = convert(8_000, 16_000, sine(1000, 8_000, 0.5));
    expect(Math.abs(decibel(amplitude(up, 1000, 16_000)))).toBeLessThan(0.2);
    const same = sine(1000, 16_000, 0.1);
    expect(new Resampler(16_000, 16_000).push(same)).toEqual(same);
  });
});
