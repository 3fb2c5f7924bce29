/** Compares the sound that was captured with the time that went by, so that a gap is shown and marked, never hidden. */
import { Stopwatch, type Clocks } from './stopwatch';

/** milliseconds missing before a gap is marked: below it lies what buffers and scheduling do */
export const GAP_MS = 400;
/** milliseconds that it must stay missing: sound that was only held up arrives in a burst meanwhile */
const CONFIRM_MS = 1000;
/** part by which a sound card's clock may run slower than the computer's without being taken for a gap */
const DRIFT = 0.0005;

export interface Gap {
  /** milliseconds of captured sound before it */
  atMs: number;
  lostMs: number;
}

export class CaptureClock {
  readonly #watch: Stopwatch;
  #capturedMs = 0;
  /** wall time minus captured time that is accounted for: start-up delay and marked gaps */
  #accounted = 0;
  #settled = false;
  #suspect: { atMs: number; lostMs: number; since: number } | null = null;
  readonly #gaps: Gap[] = [];

  constructor(clocks: Clocks) {
    this.#watch = new Stopwatch(clocks);
  }

  get capturedMs(): number {
    return this.#capturedMs;
  }
  /** milliseconds recorded by the clock, without pauses */
  get wallMs(): number {
    return this.#watch.ms;
  }
  /** Milliseconds of the clock that sound has come in for, gaps and start-up delays included. */
  get heardUntilMs(): number {
    return this.#capturedMs + this.#accounted;
  }
  get gaps(): readonly Gap[] {
    return this.#gaps;
  }

  /** Recording starts or goes on. Time until the first sound is the microphone's start, not a gap. */
  resume(): void {
    this.#watch.start();
    this.#settled = false;
  }

  pause(): void {
    this.#watch.stop();
  }

  /** `wallMs` at this moment. */
  now(): number {
    return this.#watch.read();
  }

  /** Tells of sound that came in. @returns a gap that is certain now, or null */
  captured(ms: number): Gap | null {
    const before = this.#capturedMs;
    const wallMs = this.#watch.read();
    this.#capturedMs += ms;
    const missing = wallMs - this.#capturedMs - this.#accounted;
    if (!this.#settled || missing < 0) {
      this.#settled = true;
      this.#accounted += missing;
      this.#suspect = null;
      return null;
    }
    this.#accounted += Math.min(missing, ms * DRIFT);
    if (missing < GAP_MS) {
      this.#suspect = null;
      return null;
    }
    const suspect = (this.#suspect ??= { atMs: Math.round(before), lostMs: missing, since: wallMs });
    suspect.lostMs = Math.min(suspect.lostMs, missing);
    if (wallMs - suspect.since < CONFIRM_MS) return null;
    this.#suspect = null;
    this.#accounted += suspect.lostMs;
    const gap: Gap = { atMs: suspect.atMs, lostMs: Math.round(suspect.lostMs) };
    this.#gaps.push(gap);
    return gap;
  }
}
