/**
 * The ways to a locked key: PIN, passkeys, and the recovery secret that the server keeps. Unwraps the key with one and
 * wraps it for another.
 */
import * as v from 'valibot';
import { fromBase64, toBase64 } from '../../../merge/yjs';
import { newId } from '../../../model/ids';
import type { Call } from '../../../protocol/client';
import { deviceLockCalls } from '../../../protocol/device-lock';
import { CallError } from '../../../protocol/errors';
import type { LockRow, UnlockedKey } from '../../storage/sealing/keys';
import { MAX_ATTEMPTS, NO_ATTEMPTS } from './attempt-throttle';
import type { LockStatus } from './lock-status';
import { tryPin, wrongPin } from './pin-attempt';
import {
  Pin,
  PIN_ITERATIONS,
  pinKey,
  randomBytes,
  SALT_BYTES,
  sealedOff,
  SECRET_BYTES,
  secretKey,
  unwrap,
  wrap,
} from './secrets';
import type { LockAction, Opener } from './state';

type Action<K extends LockAction['do']> = Extract<LockAction, { do: K }>;

export class LockCredentials {
  constructor(
    private readonly status: LockStatus,
    private readonly call: Call,
  ) {}

  /** Throws DEVICE_PIN_WRONG and DEVICE_PIN_BLOCKED. */
  async unwrapWith(lock: LockRow, opener: Opener): Promise<CryptoKey> {
    return 'pin' in opener ? this.unwrapWithPin(opener.pin, false) : unwrapWithPasskey(lock, opener);
  }

  /** @param wrappable the key is about to be wrapped again */
  async unwrapWithPin(pin: string, wrappable: boolean): Promise<CryptoKey> {
    const { key, left } = await tryPin(this.status.keyStore, pin, this.status.now(), wrappable);
    await this.status.publishCurrent();
    if (!key) throw wrongPin(left);
    return key;
  }

  async changePin({ pin, to }: Action<'changePin'>): Promise<void> {
    const key = await this.unwrapWithPin(pin, true);
    const wrapped = await wrapByPin(key, to);
    await this.changeLock((lock) => ({ ...lock, pin: wrapped }));
  }

  async addPasskey({ pin, id, salt, prf }: Action<'addPasskey'>): Promise<void> {
    const key = await this.unwrapWithPin(pin, true);
    const { lock } = await this.status.readKeys();
    const wrapped = await wrap(key, await secretKey(prf, salt, 'passkey'));
    const passkeys = [...lock!.passkeys, { id, salt, createdAt: this.status.now(), wrapped }];
    await this.changeLock((row) => ({ ...row, passkeys }));
  }

  async removePasskey({ id: removed }: Action<'removePasskey'>): Promise<void> {
    await this.changeLock((lock) => ({ ...lock, passkeys: lock.passkeys.filter(({ id }) => id !== removed) }));
  }

  /**
   * Opens the lock by the recovery secret and sets the new PIN `to`. Throws DEVICE_RECOVERY_NOT_FOUND, and the errors
   * of the server.
   */
  async recover({ password, to }: Action<'recover'>): Promise<UnlockedKey> {
    const { lock } = await this.status.readKeys();
    if (!lock) throw new CallError('DATA_LOCK_FAILED');
    const { secret } = await this.call(deviceLockCalls.releaseRecovery, { id: lock.recovery.id, password });
    const by = await secretKey(fromBase64(secret), lock.recovery.salt, 'recovery');
    const key = await unwrap(lock.recovery.wrapped, by, true);
    if (!key) throw new CallError('DEVICE_RECOVERY_NOT_FOUND');
    const pin = await wrapByPin(key, to);
    // a released secret is used up
    const recovery = await this.wrapForRecovery(key);
    await this.status.keyStore.changeLock((row) => ({ ...row, ...NO_ATTEMPTS, pin, recovery }));
    return { generation: lock.generation, key: await sealedOff(key) };
  }

  /** How a new lock wraps `key`. */
  async wrapForNewLock(key: CryptoKey, pin: string): Promise<Pick<LockRow, 'pin' | 'recovery'>> {
    return { pin: await wrapByPin(key, pin), recovery: await this.wrapForRecovery(key) };
  }

  /** Wraps the key for a new recovery secret. The server has the secret before the lock relies on it. */
  private async wrapForRecovery(key: CryptoKey): Promise<LockRow['recovery']> {
    const [id, secret, salt] = [newId(), randomBytes(SECRET_BYTES), randomBytes(SALT_BYTES)];
    await this.call(deviceLockCalls.keepRecovery, { id, secret: toBase64(secret) });
    return { id, salt, wrapped: await wrap(key, await secretKey(secret, salt, 'recovery')) };
  }

  private async changeLock(change: (lock: LockRow) => LockRow): Promise<void> {
    await this.status.keyStore.changeLock(change);
    await this.status.publishCurrent();
  }
}

async function unwrapWithPasskey(lock: LockRow, opener: Extract<Opener, { passkey: string }>): Promise<CryptoKey> {
  const row = lock.passkeys.find(({ id }) => id === opener.passkey);
  const key = row && (await unwrap(row.wrapped, await secretKey(opener.prf, row.salt, 'passkey')));
  if (!key) throw wrongPin(Math.max(0, MAX_ATTEMPTS - lock.failures));
  return key;
}

/** Throws PARAM_ERROR for a PIN that is too short or trivial. */
async function wrapByPin(key: CryptoKey, pin: string): Promise<LockRow['pin']> {
  const checked = v.safeParse(Pin, pin);
  if (!checked.success) throw new CallError('PARAM_ERROR', { fieldErrors: { pin: checked.issues[0].message } });
  const salt = randomBytes(SALT_BYTES);
  return { salt, iterations: PIN_ITERATIONS, wrapped: await wrap(key, await pinKey(pin, salt, PIN_ITERATIONS)) };
}
