import { expect, it } from 'vitest';
import * as v from 'valibot';
import { leaseEnded } from './lease';
import { Pin, pinKey, randomBytes, sealedOff, secretKey, unwrap, wrap, wrappableKey } from './secrets';
import { nextAttemptAt, pinAttemptDelay } from './attempt-throttle';

const HOUR = 3_600_000;

it('a PIN has at least six characters and is not trivial', () => {
  for (const bad of ['', '12345', '123456', '987654', '000000', '121212', '112233', '123123', '112211'])
    expect(v.safeParse(Pin, bad).success, bad).toBe(false);
  for (const good of ['480273', '731905', 'the cat sat', '会議室は三階'])
    expect(v.safeParse(Pin, good).success, good).toBe(true);
});

it('a key is unwrapped only by the secret that wrapped it, in any Unicode form, and is not extractable', async () => {
  const [salt, key] = [randomBytes(16), await wrappableKey()];
  const wrapped = await wrap(key, await pinKey('４８０２７３', salt, 1_000));
  expect(await unwrap(wrapped, await pinKey('480274', salt, 1_000))).toBeNull();
  expect(await unwrap(wrapped, await pinKey('480273', randomBytes(16), 1_000))).toBeNull();
  const [opened, used] = [await unwrap(wrapped, await pinKey('480273', salt, 1_000)), await sealedOff(key)];
  const iv = new Uint8Array(12);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, used, new Uint8Array([7]));
  expect(new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, opened!, sealed))).toEqual(
    new Uint8Array([7]),
  );
  for (const each of [opened!, used]) await expect(crypto.subtle.exportKey('raw', each)).rejects.toThrow();
  // the same bytes derive different keys for a passkey and for recovery
  const secret = randomBytes(32);
  expect(
    await unwrap(await wrap(key, await secretKey(secret, salt, 'passkey')), await secretKey(secret, salt, 'recovery')),
  ).toBeNull();
});

it('the delay after wrong PINs doubles up to an hour', () => {
  expect([1, 2, 3, 4, 5, 20].map(pinAttemptDelay)).toEqual([0, 0, 30_000, 60_000, 120_000, HOUR]);
  expect(nextAttemptAt({ failures: 3, failedAt: 1_000 }, 5_000)).toBe(31_000);
  expect(nextAttemptAt({ failures: 3, failedAt: 1_000 }, 31_000)).toBe(0);
  // a clock that is put back neither ends nor lengthens the delay
  expect(nextAttemptAt({ failures: 3, failedAt: 90_000_000 }, 5_000)).toBe(35_000);
});

it('a lease ends by time or by a clock put back behind a time already shown; 0 hours means no lease', () => {
  const lease = { contactAt: 100 * HOUR, seen: 110 * HOUR };
  expect(leaseEnded(lease, 24, 123 * HOUR)).toBe(false);
  expect(leaseEnded(lease, 24, 124 * HOUR)).toBe(true);
  expect(leaseEnded(lease, 24, 109 * HOUR)).toBe(true);
  expect(leaseEnded(lease, 24, 110 * HOUR - 60_000)).toBe(false);
  expect(leaseEnded(lease, 0, 999 * HOUR)).toBe(false);
  expect(leaseEnded({ ...lease, over: true }, 24, 123 * HOUR)).toBe(true);
});
