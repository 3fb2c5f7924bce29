import { describe, expect, it } from 'vitest';
import { LevelMeter, type Level } from './level-meter';

const RATE = 16_000;
const sine = (seconds: number, amplitude: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, n) => amplitude * Math.sin((2 * Math.PI * 300 * n) / RATE));
function feed(meter: LevelMeter, samples: Float32Array): Level[] {
  const levels: Level[] = [];
  for (let at = 0; at < samples.length; at += 160) {
    const level = meter.push(samples.subarray(at, at + 160));
    if (level) levels.push(level);
  }
  return levels;
}

describe('LevelMeter', () => {
  it('yields ten levels per second, with the rms and peak of a sine', () => {
    const levels = feed(new LevelMeter(RATE), sine(2, 0.5));
    expect(levels).toHaveLength(20);
    expect(levels[5]!.rms).toBeCloseTo(0.5 / Math.SQRT2, 2);
    expect(levels[5]!.peak).toBeCloseTo(0.5, 2);
  });

  it('reports silence after 20 seconds, and ends it with the first sound', () => {
    const meter = new LevelMeter(RATE);
    feed(meter, sine(1, 0.2));
    feed(meter, new Float32Array(19 * RATE));
    expect(meter.silent).toBe(false);
    feed(meter, new Float32Array(2 * RATE));
    expect(meter.silent).toBe(true);
    feed(meter, sine(1, 0.01));
    expect(meter.silent).toBe(false);
  });
});
