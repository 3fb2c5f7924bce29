/**
 * Stores a recovery secret for each locked device and releases it for the account's password when a person has
 * forgotten the PIN. The secret unwraps the device's key.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import { keyFor } from '../../platform/keys';
import { openText, sealText } from '../../platform/sealed-text';
import type { Lockout } from '../identity/lockout';
import { verifyPassword } from '../identity/passwords';
import './tables';

/** Maximum recovery secrets of a person; the oldest are deleted first. */
export const RECOVERIES_KEPT = 100;

export class DeviceLockService {
  private readonly key: Uint8Array;

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'config' | 'transaction'>,
    private readonly lockout: Lockout,
  ) {
    this.key = keyFor(platform.config.secret, 'device recovery');
  }

  /** A repeated call with the same id replaces the secret. */
  async keep(actor: Actor, id: string, secret: string): Promise<void> {
    const { db, clock } = this.platform;
    const row = {
      user_id: actor.userId,
      id,
      sealed: sealText(this.key, secret, `${actor.userId}/${id}`),
      created_at: clock.now(),
    };
    await this.platform.transaction(async () => {
      await db
        .insertInto('device_recovery')
        .values(row)
        .onConflict((c) => c.columns(['user_id', 'id']).doUpdateSet({ sealed: row.sealed, created_at: row.created_at }))
        .execute();
      const stored = db
        .selectFrom('device_recovery')
        .select('id')
        .where('user_id', '=', actor.userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(RECOVERIES_KEPT);
      await db
        .deleteFrom('device_recovery')
        .where('user_id', '=', actor.userId)
        .where('id', 'not in', stored)
        .execute();
    });
  }

  /** Throws PARAM_ERROR (password: passwordWrong), USER_PASSWORD_BLOCKED, DEVICE_RECOVERY_NOT_FOUND. */
  async release(actor: Actor, id: string, password: string, request: RequestInfo): Promise<string> {
    const { db } = this.platform;
    const user = await db
      .selectFrom('users')
      .select(['email', 'password_hash'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    await this.lockout.attempt(user.email, request.ip, () => Promise.resolve(true));
    if (!(await verifyPassword(user.password_hash, password)))
      throw new CallError('PARAM_ERROR', { fieldErrors: { password: 'passwordWrong' } });
    await this.lockout.succeeded(user.email, request.ip);
    const row = await db
      .selectFrom('device_recovery')
      .select('sealed')
      .where('user_id', '=', actor.userId)
      .where('id', '=', id)
      .executeTakeFirst();
    const secret = row && openText(this.key, row.sealed, `${actor.userId}/${id}`);
    if (!secret) throw new CallError('DEVICE_RECOVERY_NOT_FOUND');
    return secret;
  }
}
