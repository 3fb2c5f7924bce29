/**
 * Time that went by, whatever is done to the clock meanwhile.
 *
 * Two clocks are read. The monotonic one does not count the time a machine sleeps on some systems; the wall clock does, but people and
 * time servers set it. Where the wall clock ran ahead of the monotonic one by more than SLEEP_MS the machine slept (or its clock was
 * put forward: from here both look the same) and that time counts. A wall clock that goes back counts for nothing.
 */

/** milliseconds the wall clock must run ahead between two readings to count as sleep */
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

  /** Milliseconds at the last reading. */
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

  /** Milliseconds between starts and stops until now. A sleep is noticed only if it is read now and then. */
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
