/** Wrong PINs: the first three cost nothing, then one waits longer each time, and after ten only a sign-in with the server opens. Nothing is erased. */

import type { PinAttempts } from '../../storage/sealing/keys';

const FREE = 3;
export const MOST_TRIES = 10;
/** milliseconds */
const FIRST_WAIT = 30_000;
const LONGEST_WAIT = 60 * 60_000;

export const NO_TRIES: PinAttempts = { failures: 0, failedAt: 0 };

/** Milliseconds after a wrong PIN until the next may be tried. */
export const waitAfter = (failures: number): number =>
  failures < FREE ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - FREE));

/** When the next PIN may be tried; 0: now. A clock that was put back does not shorten the wait, nor make it longer than it was. */
export function nextTryAt({ failures, failedAt }: PinAttempts, now: number): number {
  const wait = waitAfter(failures);
  const at = Math.min(failedAt, now) + wait;
  return wait > 0 && at > now ? at : 0;
}
