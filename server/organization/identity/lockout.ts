/**
 * Slows down password guessing. Counters are in the database, so that all processes count together.
 *
 * Two counters, both incremented before the password is checked, so that concurrent guesses count as well:
 *   - address and network: 5 wrong in 15 minutes, then blocked for 15 minutes;
 *   - address alone: 30 wrong in an hour, from any network, then blocked for 15 minutes, except for networks from which this
 *     person signed in recently: a stranger cannot lock a person out of their usual network.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { CallError } from '../../../sync/protocol/errors';
import type { Tables } from '../../platform/database/tables';
import { networkOf } from '../../platform/http/network';

const MINUTE = 60;

export class Lockout {
  private readonly pair: RateLimiterPostgres;
  private readonly address: RateLimiterPostgres;

  constructor(db: Kysely<Tables>) {
    const client = {
      query: async (q: { text: string; values: unknown[] }) => {
        const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(q.text, q.values));
        return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
      },
    };
    const shared = {
      storeClient: client,
      storeType: 'client',
      tableName: 'login_attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
    };
    this.pair = new RateLimiterPostgres({
      ...shared,
      keyPrefix: 'pair',
      points: 5,
      duration: 15 * MINUTE,
      blockDuration: 15 * MINUTE,
    });
    this.address = new RateLimiterPostgres({
      ...shared,
      keyPrefix: 'email',
      points: 30,
      duration: 60 * MINUTE,
      blockDuration: 15 * MINUTE,
    });
  }

  /** Counts an attempt. Throws USER_PASSWORD_BLOCKED, with `minutes` to wait. */
  async attempt(email: string, ip: string, signedInFromHere: () => Promise<boolean>): Promise<void> {
    await taken(this.pair.consume(`${email}|${networkOf(ip)}`));
    try {
      await taken(this.address.consume(email));
    } catch (error) {
      if (!(error instanceof CallError) || !(await signedInFromHere())) throw error;
    }
  }

  /** Resets the counters after a correct password. */
  async succeeded(email: string, ip: string): Promise<void> {
    await this.pair.delete(`${email}|${networkOf(ip)}`);
    await this.address.reward(email);
  }
}

async function taken(consumed: Promise<RateLimiterRes>): Promise<void> {
  try {
    await consumed;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new CallError('USER_PASSWORD_BLOCKED', {
      params: { minutes: Math.max(1, Math.ceil(refused.msBeforeNext / 60_000)) },
    });
  }
}
