import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { levelsOf, PeakMeter, PEAKS_MAX } from './peaks';
import { PeaksSchema } from './peaks-schema';

const RATE = 1000;
/** `ms` milliseconds of sound of one loudness */
const tone = (ms: number, size: number): Float32Array =>
  Float32Array.from({ length: ms }, (_, at) => (at % 2 ? size : -size));

describe('PeakMeter', () => {
  it('takes the loudest sample of each step, for blocks of any length', () => {
    const meter = new PeakMeter(RATE);
    const sound = Float32Array.from([...tone(100, 0.25), ...tone(100, 0), ...tone(50, 1)]);
    for (let at = 0; at < sound.length; at += 7) meter.push([sound.subarray(at, at + 7)]);
    const peaks = meter.read();
    expect(peaks.everyMs).toBe(100);
    expect(levelsOf(peaks).map((level) => Math.round(level * 100))).toEqual([50, 0, 100]);
  });

  it('takes the loudest of several channels', () => {
    const meter = new PeakMeter(RATE);
    meter.push([tone(100, 0), tone(100, 1)]);
    expect(levelsOf(meter.read())).toEqual([1]);
  });

  it('has a bounded number of levels that still contain each loud moment', () => {
    const meter = new PeakMeter(RATE);
    for (let second = 0; second < 600; second += 1) meter.push([tone(1000, second === 450 ? 1 : 0.01)]);
    const peaks = meter.read();
    expect(v.is(PeaksSchema, peaks)).toBe(true);
    const levels = levelsOf(peaks);
    expect(levels.length).toBeLessThanOrEqual(PEAKS_MAX);
    expect(levels.length * peaks.everyMs).toBeCloseTo(600_000, -4);
    expect(levels.indexOf(1)).toBe(Math.floor(450_000 / peaks.everyMs));
  });

  it('is empty without samples', () => {
    expect(new PeakMeter(RATE).read().levels).toBe('');
  });
});
