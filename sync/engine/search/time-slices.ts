/** Cooperative scheduling of the indexer: work in short slices, so that requests of the interface are not delayed. */
import { pause } from '../connection/backoff';
import type { Breathe } from '../../text/breathe';

/** milliseconds of work before yielding to other tasks; after STRETCHES slices, a pause of REST_MS */
const SLICE_MS = 5;
const STRETCHES = 4;
const REST_MS = 4;
/** rows of one database request, or of requests sent together */
export const ROWS_AT_ONCE = 32;

/** Yields to other tasks of this thread. A nested timer would take at least four milliseconds. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

export class TimeSlices {
  private sliceEnd = 0;
  private slices = 0;

  /**
   * @param rest waits for pending requests of the interface; undefined if there are none
   * @param stretches slices after which it pauses; Infinity: never, as a person waits for the work
   */
  constructor(
    private readonly rest: () => Promise<void> | undefined,
    private readonly stretches = STRETCHES,
  ) {}

  /** Yields when the slice is used up. */
  readonly breathe: Breathe = () => (performance.now() < this.sliceEnd ? undefined : this.yieldSlice());

  private async yieldSlice(): Promise<void> {
    this.slices += 1;
    await (this.slices % this.stretches === 0 ? pause(REST_MS) : nextTask());
    await this.rest();
    this.sliceEnd = performance.now() + SLICE_MS;
  }
}

/** Processes a list in chunks. */
export async function inChunks<T>(
  all: readonly T[],
  work: (chunk: T[]) => PromiseLike<unknown>,
  size = ROWS_AT_ONCE,
): Promise<void> {
  for (let at = 0; at < all.length; at += size) await work(all.slice(at, at + size));
}
