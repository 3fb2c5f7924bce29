import { beforeEach, describe, expect, it } from 'vitest';
import { CaptureClock } from './capture-clock';

let monotonic = 0;
let wall = 0;
let clock: CaptureClock;
const advance = (ms: number): void => {
  monotonic += ms;
  wall += ms;
};
/** Captures sound in real time, in blocks of 10 ms. */
const capture = (ms: number): void => {
  for (let t = 0; t < ms; t += 10) {
    advance(10);
    clock.captured(10);
  }
};
/** Reads queued sound that was captured until a reading of the monotonic clock. */
const readQueued = (ms: number, until: number): void => {
  for (let t = 10; t <= ms; t += 10) clock.captured(10, until - ms + t);
};

beforeEach(() => {
  monotonic = 5_000;
  wall = 1_790_000_000_000;
  clock = new CaptureClock({ monotonic: () => monotonic, wall: () => wall });
  clock.resume();
});

describe('CaptureClock', () => {
  it('does not count the microphone’s start-up time as a gap', () => {
    advance(900);
    capture(5000);
    expect(clock.gaps).toEqual([]);
    expect(clock.capturedMs).toBe(5000);
    expect(clock.wallMs).toBe(5000);
  });

  it('counts sound that was delayed at the start as elapsed time', () => {
    advance(900);
    for (let i = 0; i < 60; i += 1) clock.captured(10);
    capture(5000);
    expect(clock.gaps).toEqual([]);
    expect(clock.wallMs).toBe(5600);
    expect(clock.arrivedUntilMs).toBe(5600);
  });

  it('reports lost sound with its position and length', () => {
    capture(5000);
    advance(1500);
    capture(5000);
    expect(clock.gaps).toHaveLength(1);
    expect(clock.gaps[0]!.atMs).toBe(5000);
    expect(Math.abs(clock.gaps[0]!.lostMs - 1500)).toBeLessThan(20);
    expect(clock.wallMs).toBe(11_500);
  });

  it('reports no gap if sound was only delayed', () => {
    capture(5000);
    advance(1500);
    for (let i = 0; i < 150; i += 1) clock.captured(10);
    capture(5000);
    expect(clock.gaps).toEqual([]);
  });

  it('reports no gap for sound that is delayed for long, if its time of capture is known', () => {
    capture(3000);
    for (let t = 0; t < 10_000; t += 10) {
      advance(10);
      // a busy machine is four seconds late
      if (t >= 4000) clock.captured(10, monotonic - 4000);
    }
    expect(clock.gaps).toEqual([]);
    expect(clock.arrivedUntilMs).toBe(9000);
    readQueued(4000, monotonic);
    expect(clock.capturedMs).toBe(13_000);
    expect(clock.wallMs).toBe(13_000);
  });

  it('counts sound that was captured before it started as elapsed time', () => {
    for (let t = 0; t < 3000; t += 10) clock.captured(10);
    advance(2000);
    // the processing of the queue took two seconds, and new sound has queued meanwhile
    readQueued(2000, monotonic);
    capture(1000);
    expect(clock.gaps).toEqual([]);
    expect(clock.capturedMs).toBe(6000);
    expect(clock.wallMs).toBe(6000);
  });

  it('reports what is missing at the end', () => {
    capture(3000);
    advance(900);
    clock.pause();
    advance(5000);
    expect(clock.lostAtEnd()).toEqual({ atMs: 3000, lostMs: 900 });
    expect(clock.lostAtEnd()).toBeNull();
    expect(clock.wallMs).toBe(3900);
  });

  it('takes sound from before a pause after it', () => {
    capture(3000);
    advance(900);
    expect(clock.pause()).toBe(3900);
    const pausedAt = monotonic;
    advance(700);
    readQueued(900, pausedAt);
    expect(clock.arrivedUntilMs).toBe(3900);
    expect(clock.lostAtEnd()).toBeNull();
    expect(clock.wallMs).toBe(3900);
  });

  it('counts time that the machine slept, when only the wall clock advanced', () => {
    capture(3000);
    wall += 60 * 60 * 1000;
    capture(3000);
    expect(clock.gaps).toHaveLength(1);
    expect(Math.round(clock.gaps[0]!.lostMs / 1000)).toBe(3600);
  });

  it('ignores a wall clock that is set back', () => {
    capture(3000);
    wall -= 3 * 60 * 60 * 1000;
    capture(3000);
    expect(clock.gaps).toEqual([]);
    expect(clock.wallMs).toBe(6000);
  });

  it('ignores pauses', () => {
    capture(3000);
    clock.pause();
    advance(120_000);
    clock.resume();
    advance(300);
    capture(3000);
    expect(clock.gaps).toEqual([]);
    expect(clock.wallMs).toBe(6000);
  });

  it('tolerates a sound card that runs 0.03 % slow, and reports gaps of one that drops 2 %', () => {
    for (let i = 0; i < 360_000; i += 1) {
      advance(10.003);
      clock.captured(10);
    }
    expect(clock.gaps).toEqual([]);
    for (let i = 0; i < 6_000; i += 1) {
      advance(10.2);
      clock.captured(10);
    }
    const lost = clock.gaps.reduce((sum, gap) => sum + gap.lostMs, 0);
    expect(lost).toBeGreaterThan(700);
  });
});
