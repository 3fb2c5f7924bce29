/**
 * Elapsed time, independent of changes to the system clock.
 *
 * Two clocks are read. On some systems the monotonic clock stops while the machine sleeps; the wall clock does not, but
 * people and time servers set it. If the wall clock advanced by more than SLEEP_MS beyond the monotonic one, the
 * machine slept (or its clock was set forward: both look alike), and the wall time counts. A wall clock that is set
 * back is ignored.
 */

/** milliseconds by which the wall clock must advance beyond the monotonic one between two readings to count as sleep */
const SLEEP_MS = 2000;

export interface Clocks {
  /** milliseconds, monotonic */
  monotonic: () => number;
  /** milliseconds since the epoch */
  wall: () => number;
}

export class Stopwatch {
  #running = false;
  #monotonic = 0;
  #wall = 0;
  #ms = 0;

  constructor(private readonly clocks: Clocks) {}

  /** Elapsed milliseconds at the last reading. */
  get ms(): number {
    return this.#ms;
  }

  start(): void {
    this.#monotonic = this.clocks.monotonic();
    this.#wall = this.clocks.wall();
    this.#running = true;
  }

  stop(): void {
    this.read();
    this.#running = false;
  }

  /** Takes back elapsed time; a negative amount adds time. */
  discount(ms: number): void {
    this.#ms -= ms;
  }

  /** Elapsed milliseconds at a reading of the monotonic clock, shortly before the last reading. */
  at(monotonic: number): number {
    return this.#ms - (this.#monotonic - monotonic);
  }

  /** Elapsed milliseconds between starts and stops. Must be read regularly to detect sleep. */
  read(): number {
    if (!this.#running) return this.#ms;
    const monotonic = this.clocks.monotonic();
    const wall = this.clocks.wall();
    const passed = monotonic - this.#monotonic;
    const byWall = wall - this.#wall;
    this.#ms += byWall - passed > SLEEP_MS ? byWall : passed;
    this.#monotonic = monotonic;
    this.#wall = wall;
    return this.#ms;
  }
}
