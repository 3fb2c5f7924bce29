/** One attempt to open a lock by its PIN. */
import { CallError } from '../../../protocol/errors';
import type { KeyStore } from '../../storage/sealing/keys';
import { pinKey, unwrap } from './secrets';
import { MAX_ATTEMPTS, nextAttemptAt, NO_ATTEMPTS } from './attempt-throttle';

/**
 * The attempt is counted before the key is derived, so that closing the page does not avoid the count. Throws
 * DEVICE_PIN_BLOCKED.
 * @returns the key, null for a wrong PIN; `left`: the attempts that remain
 */
export async function tryPin(
  store: KeyStore,
  pin: string,
  now: number,
  wrappable: boolean,
): Promise<{ key: CryptoKey | null; left: number }> {
  // if the clock was set back, the delay starts again
  await store.changeLock((row) => ({ ...row, failedAt: Math.min(row.failedAt, now) }));
  const { lock } = await store.read();
  if (!lock) throw new CallError('DATA_LOCK_FAILED');
  if (lock.failures >= MAX_ATTEMPTS || nextAttemptAt(lock, now) > 0) throw new CallError('DEVICE_PIN_BLOCKED');
  await store.changeLock((row) => ({ ...row, failures: row.failures + 1, failedAt: now }));
  const key = await unwrap(lock.pin.wrapped, await pinKey(pin, lock.pin.salt, lock.pin.iterations), wrappable);
  if (key) await store.changeLock((row) => ({ ...row, ...NO_ATTEMPTS }));
  return { key, left: MAX_ATTEMPTS - lock.failures - 1 };
}

export const wrongPin = (left: number): CallError => new CallError('DEVICE_PIN_WRONG', { params: { left } });
