/**
 * The size of an upload's next part. A part whose answer is lost is sent twice, so a bad connection gets small parts
 * and a good one large parts. Like TCP's congestion window (RFC 5681) the size doubles up to half of the last failed
 * part, then grows by steps.
 *
 *   smallest ──arrived: ×2──► threshold ──arrived: + a step──► largest
 *       ▲                                     │
 *       └── failed: ÷4, threshold at half ◄───┘
 */

/** bytes */
const SMALLEST_BYTES = 32 * 1024;
const LARGEST_MIN_BYTES = 128 * 1024;
/** a part is at most this fraction of the recording */
const PARTS_OF_A_RECORDING = 128;
/** steps from nothing to the largest size */
const STEPS = 16;

export class Pace {
  readonly #largest: number;
  readonly #smallest: number;
  #bytes: number;
  #threshold: number;

  /**
   * @param size    bytes of the recording
   * @param allowed bytes the server takes in one part
   */
  constructor(size: number, allowed: number) {
    this.#largest = Math.min(Math.max(1, allowed), Math.max(LARGEST_MIN_BYTES, Math.ceil(size / PARTS_OF_A_RECORDING)));
    this.#smallest = Math.min(SMALLEST_BYTES, this.#largest);
    this.#bytes = this.#smallest;
    this.#threshold = this.#largest;
  }

  /** bytes of the next part */
  get bytes(): number {
    return this.#bytes;
  }

  arrived(): void {
    const larger =
      this.#bytes < this.#threshold
        ? Math.min(this.#threshold, this.#bytes * 2)
        : this.#bytes + Math.ceil(this.#largest / STEPS);
    this.#bytes = Math.min(this.#largest, larger);
  }

  failed(): void {
    this.#threshold = Math.max(this.#smallest, this.#bytes >> 1);
    this.#bytes = Math.max(this.#smallest, this.#bytes >> 2);
  }
}
