/**
 * Throttles wrong PINs: three are free, then the delay doubles up to an hour; after ten only a sign-in with the server
 * opens the lock. Wrong PINs never erase data.
 */
import type { PinAttempts } from '../../storage/sealing/keys';

const FREE_ATTEMPTS = 3;
export const MAX_ATTEMPTS = 10;
/** milliseconds */
const FIRST_DELAY = 30_000;
const MAX_DELAY = 60 * 60_000;

export const NO_ATTEMPTS: PinAttempts = { failures: 0, failedAt: 0 };

/** Milliseconds after a wrong PIN until the next attempt is allowed. */
export const pinAttemptDelay = (failures: number): number =>
  failures < FREE_ATTEMPTS ? 0 : Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (failures - FREE_ATTEMPTS));

/**
 * When the next PIN may be tried (device milliseconds); 0: now. A clock that is put back neither shortens nor lengthens
 * the delay.
 */
export function nextAttemptAt({ failures, failedAt }: PinAttempts, now: number): number {
  const delay = pinAttemptDelay(failures);
  const at = Math.min(failedAt, now) + delay;
  return delay > 0 && at > now ? at : 0;
}
