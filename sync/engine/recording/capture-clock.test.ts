import { beforeEach, describe, expect, it } from 'vitest';
import { CaptureClock } from './capture-clock';

let monotonic = 0;
let wall = 0;
let clock: CaptureClock;
const pass = (ms: number): void => {
  monotonic += ms;
  wall += ms;
};
/** Sound of a length that arrives as it is made, in blocks of 10 ms. */
const hear = (ms: number): void => {
  for (let t = 0; t < ms; t += 10) {
    pass(10);
    clock.captured(10);
  }
};

beforeEach(() => {
  monotonic = 5_000;
  wall = 1_790_000_000_000;
  clock = new CaptureClock({ monotonic: () => monotonic, wall: () => wall });
  clock.resume();
});

describe('CaptureClock', () => {
  it('takes the microphone’s start for no gap', () => {
    pass(900);
    hear(5000);
    expect(clock.gaps).toEqual([]);
    expect(clock.capturedMs).toBe(5000);
  });

  it('marks sound that never came, with its place and length', () => {
    hear(5000);
    pass(1500);
    hear(5000);
    expect(clock.gaps).toHaveLength(1);
    expect(clock.gaps[0]!.atMs).toBe(5000);
    expect(Math.abs(clock.gaps[0]!.lostMs - 1500)).toBeLessThan(20);
    expect(clock.wallMs).toBe(11_500);
  });

  it('marks nothing when the sound was only held up', () => {
    hear(5000);
    pass(1500);
    for (let i = 0; i < 150; i += 1) clock.captured(10);
    hear(5000);
    expect(clock.gaps).toEqual([]);
  });

  it('counts the time a machine slept, where only the wall clock went on', () => {
    hear(3000);
    wall += 60 * 60 * 1000;
    hear(3000);
    expect(clock.gaps).toHaveLength(1);
    expect(Math.round(clock.gaps[0]!.lostMs / 1000)).toBe(3600);
  });

  it('is not led astray by a wall clock that is put back', () => {
    hear(3000);
    wall -= 3 * 60 * 60 * 1000;
    hear(3000);
    expect(clock.gaps).toEqual([]);
    expect(clock.wallMs).toBe(6000);
  });

  it('leaves pauses out', () => {
    hear(3000);
    clock.pause();
    pass(120_000);
    clock.resume();
    pass(300);
    hear(3000);
    expect(clock.gaps).toEqual([]);
    expect(clock.wallMs).toBe(6300);
  });

  it('takes a sound card that runs 0.03 % slow for none, and one that drops 2 % for many', () => {
    for (let i = 0; i < 360_000; i += 1) {
      pass(10.003);
      clock.captured(10);
    }
    expect(clock.gaps).toEqual([]);
    for (let i = 0; i < 6_000; i += 1) {
      pass(10.2);
      clock.captured(10);
    }
    const lost = clock.gaps.reduce((sum, gap) => sum + gap.lostMs, 0);
    expect(lost).toBeGreaterThan(700);
  });
});
