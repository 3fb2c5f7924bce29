/** Compares captured sound with elapsed time to detect gaps. */
import { Stopwatch, type Clocks } from './stopwatch';

/** missing milliseconds that count as a gap; less is caused by buffers and scheduling */
export const GAP_MS = 400;
/**
 * milliseconds for which they must be missing: sound whose time of capture is unknown may only be delayed, and arrives
 * in a burst within this time
 */
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
  #accountedAtResume = 0;
  #arrivedUntilMs = 0;
  #settled = false;
  #suspect: { atMs: number; lostMs: number; since: number } | null = null;
  readonly #gaps: Gap[] = [];

  constructor(clocks: Clocks) {
    this.#watch = new Stopwatch(clocks);
  }

  get capturedMs(): number {
    return this.#capturedMs;
  }
  /**
   * Elapsed recording time in milliseconds: without pauses and the start-up times of the microphone, with the time of
   * sound that was captured before the clock started.
   */
  get wallMs(): number {
    return this.#watch.ms;
  }
  /** Elapsed time up to which sound has arrived, gaps included. */
  get arrivedUntilMs(): number {
    return this.#arrivedUntilMs;
  }
  get gaps(): readonly Gap[] {
    return this.#gaps;
  }

  /** Starts or resumes the clock. Time until the first sound is start-up time of the microphone, not a gap. */
  resume(): void {
    this.#watch.start();
    this.#settled = false;
    this.#accountedAtResume = this.#accounted;
  }

  /** Stops the clock. Sound from before may still be added. @returns `wallMs` */
  pause(): number {
    this.#watch.stop();
    return this.#watch.ms;
  }

  /**
   * Adds captured sound.
   * @param ms         its duration
   * @param capturedAt when it was captured, in milliseconds of the monotonic clock; null: unknown, at most now
   * @returns a confirmed gap, or null
   */
  captured(ms: number, capturedAt: number | null = null): Gap | null {
    const before = this.#capturedMs;
    const wallMs = this.#watch.read();
    const untilMs = capturedAt === null ? wallMs : Math.min(wallMs, this.#watch.at(capturedAt));
    this.#capturedMs += ms;
    const missing = untilMs - this.#capturedMs - this.#accounted;
    if (!this.#settled) this.#watch.discount(missing);
    else if (missing < 0) this.#explainSurplus(-missing);
    else this.#accounted += Math.min(missing, ms * DRIFT);
    const isComplete = !this.#settled || missing < GAP_MS;
    this.#settled = true;
    this.#arrivedUntilMs = capturedAt === null ? this.#capturedMs + this.#accounted : this.#watch.at(capturedAt);
    if (isComplete) {
      this.#suspect = null;
      return null;
    }
    const suspect = (this.#suspect ??= { atMs: Math.round(before), lostMs: missing, since: wallMs });
    suspect.lostMs = Math.min(suspect.lostMs, missing);
    return wallMs - suspect.since < CONFIRM_MS ? null : this.#confirm(suspect);
  }

  /** At a pause or the end, after delayed sound had time to arrive: sound that is still missing. */
  lostAtEnd(): Gap | null {
    const lostMs = this.#watch.ms - this.#capturedMs - this.#accounted;
    if (!this.#settled || lostMs < GAP_MS) return null;
    return this.#confirm({ atMs: this.#suspect?.atMs ?? Math.round(this.#capturedMs), lostMs });
  }

  #confirm({ atMs, lostMs }: Gap): Gap {
    this.#suspect = null;
    this.#accounted += lostMs;
    const gap: Gap = { atMs, lostMs: Math.round(lostMs) };
    this.#gaps.push(gap);
    return gap;
  }

  /** Sound beyond the elapsed time: it was delayed, or captured before the clock started. */
  #explainSurplus(ms: number): void {
    const delayed = Math.min(ms, Math.max(0, this.#accounted - this.#accountedAtResume));
    this.#accounted -= delayed;
    this.#watch.discount(delayed - ms);
  }
}
