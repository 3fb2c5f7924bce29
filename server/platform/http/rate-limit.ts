/**
 * Rate limits of calls by person or network. Counted in this process; calls with a low limit, which protect secrets,
 * are counted in the database if there are several processes.
 */
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { CallDefinition } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Database } from '../database/open';

const PER_MINUTE = 600;
/** Calls with at most this limit a minute are counted across processes. */
const SHARED_UP_TO = 120;

export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor(
    private readonly database: {
      engine: Database['engine'];
      query(statement: { text: string; values: unknown[] }): Promise<unknown>;
    },
  ) {}

  /** Counts a call. Throws OPERATE_TOO_FAST with `seconds` until the next is allowed. */
  async count(name: string, call: Pick<CallDefinition, 'perMinute'>, who: string): Promise<void> {
    try {
      await this.limiter(name, call.perMinute ?? PER_MINUTE).consume(who);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new CallError('OPERATE_TOO_FAST', {
        params: { seconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) },
      });
    }
  }

  private limiter(name: string, points: number): RateLimiterAbstract {
    let limiter = this.limiters.get(name);
    if (!limiter) {
      const options = { keyPrefix: name, points, duration: 60 };
      limiter =
        this.database.engine === 'postgres' && points <= SHARED_UP_TO
          ? new RateLimiterPostgres({
              ...options,
              storeClient: {
                query: (statement: { text: string; values: unknown[] }) => this.database.query(statement),
              },
              storeType: 'client',
              tableName: 'rate_limit',
              tableCreated: true,
              insuranceLimiter: new RateLimiterMemory(options),
            })
          : new RateLimiterMemory(options);
      this.limiters.set(name, limiter);
    }
    return limiter;
  }
}
