/**
 * How large the next part of an upload is. A part that arrives for nothing is sent twice, so parts begin small, double while they
 * arrive and shrink to a quarter when one does not: on a good line they are large after a few, on a bad one little is lost each time.
 *
 *   smallest ──arrived: ×2──► … ──► largest
 *       ▲                              │
 *       └────── failed: ÷4 ◄───────────┘
 */

/** bytes */
const SMALLEST_BYTES = 32 * 1024;
const LARGEST_MIN_BYTES = 128 * 1024;
/** A part of the largest size costs less than a hundredth of the recording. */
const PARTS_OF_A_RECORDING = 128;

export class Pace {
  readonly #largest: number;
  readonly #smallest: number;
  #bytes: number;

  /**
   * @param size    bytes of the recording
   * @param allowed bytes the server takes in one part
   */
  constructor(size: number, allowed: number) {
    this.#largest = Math.min(Math.max(1, allowed), Math.max(LARGEST_MIN_BYTES, Math.ceil(size / PARTS_OF_A_RECORDING)));
    this.#smallest = Math.min(SMALLEST_BYTES, this.#largest);
    this.#bytes = this.#smallest;
  }

  /** bytes of the next part */
  get bytes(): number {
    return this.#bytes;
  }

  arrived(): void {
    this.#bytes = Math.min(this.#largest, this.#bytes * 2);
  }

  failed(): void {
    this.#bytes = Math.max(this.#smallest, this.#bytes >> 2);
  }
}
