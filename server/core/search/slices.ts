import type { Breathe } from '../../../sync/text/breathe';

/** milliseconds of work before the event loop may answer other requests of the process */
const SLICE_MS = 8;

/** Yields to the event loop when a slice of work is used up. */
export function timeSlices(): Breathe {
  let end = performance.now() + SLICE_MS;
  return () =>
    performance.now() < end
      ? undefined
      : new Promise((resolve) => {
          setImmediate(() => {
            end = performance.now() + SLICE_MS;
            resolve();
          });
        });
}
