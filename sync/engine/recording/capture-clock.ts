/** Compares captured sound with elapsed time to detect gaps. */
import { Stopwatch, type Clocks } from './stopwatch';

/** missing milliseconds that count as a gap; less is caused by buffers and scheduling */
export const GAP_MS = 400;
/** milliseconds for which they must be missing: delayed sound arrives in a burst within this time */
const CONFIRM_MS = 1000;
/** tolerated relative drift of a sound card's clock */
const DRIFT = 0.0005;

export interface Gap {
  /** milliseconds of captured sound before the gap */
  atMs: number;
  lostMs: number;
}

export class CaptureClock {
  readonly #watch: Stopwatch;
  #capturedMs = 0;
  /** wall time minus captured time that is explained: reported gaps and drift */
  #accounted = 0;
  #settled = false;
  /** milliseconds since `resume` that count as start-up time of the microphone */
  #startUpMs = 0;
  #suspect: { atMs: number; lostMs: number; since: number } | null = null;
  readonly #gaps: Gap[] = [];

  constructor(clocks: Clocks) {
    this.#watch = new Stopwatch(clocks);
  }

  get capturedMs(): number {
    return this.#capturedMs;
  }
  /** elapsed recording time in milliseconds, without pauses and the start-up times of the microphone */
  get wallMs(): number {
    return this.#watch.ms;
  }
  /** Elapsed time up to which sound has arrived, gaps included. */
  get arrivedUntilMs(): number {
    return this.#capturedMs + this.#accounted;
  }
  get gaps(): readonly Gap[] {
    return this.#gaps;
  }

  /** Starts or resumes the clock. Time until the first sound is start-up time of the microphone, not a gap. */
  resume(): void {
    this.#watch.start();
    this.#settled = false;
    this.#startUpMs = 0;
  }

  pause(): void {
    this.#watch.stop();
  }

  /** Reads the current `wallMs`. */
  now(): number {
    return this.#watch.read();
  }

  /** Adds captured sound. @returns a confirmed gap, or null */
  captured(ms: number): Gap | null {
    const before = this.#capturedMs;
    const wallMs = this.#watch.read();
    this.#capturedMs += ms;
    const missing = wallMs - this.#capturedMs - this.#accounted;
    if (!this.#settled || missing < 0) {
      // sound that was only delayed makes the start-up time shorter than it seemed
      const startUpMs = Math.max(0, this.#startUpMs + missing);
      this.#watch.discount(startUpMs - this.#startUpMs);
      this.#accounted += missing - (startUpMs - this.#startUpMs);
      this.#startUpMs = startUpMs;
      this.#settled = true;
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
