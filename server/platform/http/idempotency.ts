/**
 * Repeats of a call with the same Idempotency-Key get the first answer for a day.
 *
 *   first:  insert (key, hash of input) ─ handler ─ store the answer     handler failed: delete the key
 *   again:  same input → stored answer       other input → IDEMPOTENCY_KEY_REUSED     still running → DATA_LOCK_FAILED
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../context';

/** Milliseconds after which a running first request counts as crashed: the maximum of long calls. */
const RUNNING_MAX = 300_000;
export const ANSWERS_KEPT_MS = 24 * 60 * 60_000;
const KEY = /^[\x21-\x7e]{1,200}$/;

export class IdempotencyStore {
  constructor(private readonly platform: Pick<Platform, 'db' | 'clock'>) {}

  async once<T>(userId: string, call: string, key: string, input: unknown, work: () => Promise<T>): Promise<T> {
    if (!KEY.test(key)) throw new CallError('PARAM_ERROR', { fieldErrors: { 'Idempotency-Key': 'PARAM_ERROR' } });
    const inputHash = createHash('sha256')
      .update(JSON.stringify(input) ?? '')
      .digest('hex');
    const earlier = await this.claim(userId, call, key, inputHash);
    if (earlier !== null) return JSON.parse(earlier) as T;
    const mine = this.platform.db
      .updateTable('idempotency_key')
      .where('user_id', '=', userId)
      .where('call', '=', call)
      .where('key', '=', key);
    try {
      const answer = await work();
      await mine.set({ answer: JSON.stringify(answer ?? null) }).execute();
      return answer;
    } catch (error) {
      await this.platform.db
        .deleteFrom('idempotency_key')
        .where('user_id', '=', userId)
        .where('call', '=', call)
        .where('key', '=', key)
        .where('answer', 'is', null)
        .execute();
      throw error;
    }
  }

  /** Deletes keys older than a day. */
  async cleanUp(): Promise<void> {
    await this.platform.db
      .deleteFrom('idempotency_key')
      .where('created_at', '<', this.platform.clock.now() - ANSWERS_KEPT_MS)
      .execute();
  }

  /** Returns the stored answer, or null if this request is the first. */
  private async claim(userId: string, call: string, key: string, inputHash: string): Promise<string | null> {
    const now = this.platform.clock.now();
    const claimed = await this.platform.db
      .insertInto('idempotency_key')
      .values({ user_id: userId, call, key, input_hash: inputHash, answer: null, created_at: now })
      .onConflict((c) =>
        c
          .columns(['user_id', 'call', 'key'])
          .doUpdateSet({ input_hash: inputHash, answer: null, created_at: now })
          .where(
            sql<boolean>`idempotency_key.created_at < ${now - ANSWERS_KEPT_MS}
              or (idempotency_key.answer is null and idempotency_key.created_at < ${now - RUNNING_MAX}
                and idempotency_key.input_hash = ${inputHash})`,
          ),
      )
      .returning('key')
      .executeTakeFirst();
    if (claimed) return null;
    const earlier = await this.platform.db
      .selectFrom('idempotency_key')
      .select(['input_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('call', '=', call)
      .where('key', '=', key)
      .executeTakeFirst();
    // Deleted between the two statements: the first request has just failed.
    if (!earlier) throw new CallError('DATA_LOCK_FAILED');
    if (earlier.input_hash !== inputHash) throw new CallError('IDEMPOTENCY_KEY_REUSED');
    if (earlier.answer === null) throw new CallError('DATA_LOCK_FAILED');
    return earlier.answer;
  }
}
