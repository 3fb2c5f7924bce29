/**
 * The pace of requests to a host: one at a time for all companies and processes, by a row that says when the next one
 * may begin.
 */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import { RunContinues } from '../../runs/failure';
import type { Web } from './web';
import './tables';

/** milliseconds for which a process waits; a run that has to wait longer goes on in a later job */
const WAIT_MAX_MS = 5_000;
/** milliseconds: the longest pause of requests to a busy host */
const REST_MAX_MS = 10 * 60_000;

export interface Pace {
  /**
   * Waits until a request to the host of `address` may begin. Throws RunContinues if that takes longer than 5 s.
   * @param delayMs milliseconds before the next request, if the host asks for more than the usual pace
   */
  turn(address: string, delayMs: number, signal: AbortSignal): Promise<void>;
  /** Delays all requests to a busy host. */
  rest(address: string, ms: number): Promise<void>;
}

const hostOf = (address: string): string => new URL(address).host;

export function createPace({ db, clock }: Pick<Platform, 'db' | 'clock'>, web: Pick<Web, 'paceMs' | 'pause'>): Pace {
  return {
    async turn(address, delayMs, signal) {
      signal.throwIfAborted();
      if (web.paceMs === 0) return;
      const host = hostOf(address);
      const now = clock.now();
      const delay = Math.max(web.paceMs, delayMs);
      const { rows } = await sql<{ at: number }>`
        insert into web_host as h (host, next_at) values (${host}, ${now + delay})
        on conflict (host) do update set next_at = greatest(h.next_at, ${now}::bigint) + ${delay}::bigint
          where h.next_at <= ${now + WAIT_MAX_MS}::bigint
        returning next_at - ${delay}::bigint as at`.execute(db);
      if (rows[0]) {
        const wait = Number(rows[0].at) - now;
        if (wait > 0) await web.pause(wait, signal);
        return;
      }
      const row = await db.selectFrom('web_host').select('next_at').where('host', '=', host).executeTakeFirst();
      throw new RunContinues(Math.max(1_000, (row?.next_at ?? now) - now));
    },
    async rest(address, ms) {
      const until = clock.now() + Math.min(ms, REST_MAX_MS);
      await sql`
        insert into web_host as h (host, next_at) values (${hostOf(address)}, ${until})
        on conflict (host) do update set next_at = greatest(h.next_at, excluded.next_at)`.execute(db);
    },
  };
}
