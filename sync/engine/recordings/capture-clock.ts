/**
 * Compares the sound that was captured with the time that went by, so that a gap is shown and marked, never hidden.
 *
 * Two clocks are read. The monotonic one does not count the time a machine sleeps on some systems; the wall clock does, but people and
 * time servers set it. Where the wall clock ran ahead of the monotonic one by more than SLEEP_MS the machine slept (or its clock was
 * put forward: from here both look the same) and that time counts. A wall clock that goes back counts for nothing.
 */

/** milliseconds the wall clock must run ahead between two readings to count as sleep */
const SLEEP_MS = 2000;
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

export interface Clocks {
  /** milliseconds, monotonic */
  monotonic: () => number;
  /** milliseconds since the epoch */
  wall: () => number;
}

export class CaptureClock {
  #running = false;
  #monotonic = 0;
  #wall = 0;
  #wallMs = 0;
  #capturedMs = 0;
  /** wall time minus captured time that is accounted for: start-up delay and marked gaps */
  #accounted = 0;
  #settled = false;
  #suspect: { atMs: number; lostMs: number; since: number } | null = null;
  readonly #gaps: Gap[] = [];

  constructor(private readonly clocks: Clocks) {}

  get capturedMs(): number {
    return this.#capturedMs;
  }
  /** milliseconds recorded by the clock, without pauses */
  get wallMs(): number {
    return this.#wallMs;
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
    this.#monotonic = this.clocks.monotonic();
    this.#wall = this.clocks.wall();
    this.#running = true;
    this.#settled = false;
  }

  pause(): void {
    this.#advance();
    this.#running = false;
  }

  /** `wallMs` at this moment. */
  now(): number {
    this.#advance();
    return this.#wallMs;
  }

  /** Tells of sound that came in. @returns a gap that is certain now, or null */
  captured(ms: number): Gap | null {
    const before = this.#capturedMs;
    this.#advance();
    this.#capturedMs += ms;
    const missing = this.#wallMs - this.#capturedMs - this.#accounted;
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
    const suspect = (this.#suspect ??= { atMs: Math.round(before), lostMs: missing, since: this.#wallMs });
    suspect.lostMs = Math.min(suspect.lostMs, missing);
    if (this.#wallMs - suspect.since < CONFIRM_MS) return null;
    this.#suspect = null;
    this.#accounted += suspect.lostMs;
    const gap: Gap = { atMs: suspect.atMs, lostMs: Math.round(suspect.lostMs) };
    this.#gaps.push(gap);
    return gap;
  }

  #advance(): void {
    if (!this.#running) return;
    const monotonic = this.clocks.monotonic();
    const wall = this.clocks.wall();
    const passed = monotonic - this.#monotonic;
    const byWall = wall - this.#wall;
    this.#wallMs += byWall - passed > SLEEP_MS ? byWall : passed;
    this.#monotonic = monotonic;
    this.#wall = wall;
  }
}
