/** One attempt to open a lock by its PIN. */
import { CallError } from '../../../protocol/errors';
import type { KeyStore } from '../../storage/sealing/keys';
import { pinKey, unwrap } from './secrets';
import { MOST_TRIES, nextTryAt, NO_TRIES } from './attempt-throttle';

/** Counted before it is tried: who closes the page has not tried for nothing. Throws DEVICE_PIN_BLOCKED. @returns the key; null for a wrong PIN, with the attempts that remain */
export async function tryPin(
  store: KeyStore,
  pin: string,
  now: number,
  wrappable: boolean,
): Promise<{ key: CryptoKey | null; left: number }> {
  // a clock that was put back: the wait begins anew
  await store.changeLock((row) => ({ ...row, failedAt: Math.min(row.failedAt, now) }));
  const { lock } = await store.read();
  if (!lock) throw new CallError('DATA_LOCK_FAILED');
  if (lock.failures >= MOST_TRIES || nextTryAt(lock, now) > 0) throw new CallError('DEVICE_PIN_BLOCKED');
  await store.changeLock((row) => ({ ...row, failures: row.failures + 1, failedAt: now }));
  const key = await unwrap(lock.pin.wrapped, await pinKey(pin, lock.pin.salt, lock.pin.iterations), wrappable);
  if (key) await store.changeLock((row) => ({ ...row, ...NO_TRIES }));
  return { key, left: MOST_TRIES - lock.failures - 1 };
}

export const wrongPin = (left: number): CallError => new CallError('DEVICE_PIN_WRONG', { params: { left } });
