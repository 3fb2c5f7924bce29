/**
 * Write locks of uploads across processes: a lease in the database. A connection held while a slow part arrives would
 * exhaust the pool, and an advisory lock lasts no longer than its connection.
 *
 *   free ──lock──► held ──renew every 1 s──► held ──unlock──► free
 *                    │ another request waits: the holder is asked to release it within a second
 *                    └ 15 s without renewal: free (its process died)
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ERRORS, type Locker } from '@tus/server';
import type { Clock, Platform } from '../../platform/context';
import './tables';

const LEASE_MS = 15_000;
const RENEW_MS = 1000;
const TRY_MS = 200;
const GIVE_UP_MS = 30_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });

/**
 * Leases are database rows. Their times are those of the processes' clocks, which must differ by much less than a
 * lease.
 */
export function databaseLocker(platform: Pick<Platform, 'db' | 'log'> & { clock: Clock }): Locker {
  const { db, clock } = platform;

  const take = async (id: string, holder: string): Promise<boolean> => {
    const now = clock.now();
    const taken = await sql`
      insert into upload_lock (id, holder, until) values (${id}, ${holder}, ${now + LEASE_MS})
      on conflict (id) do update set holder = excluded.holder, until = excluded.until, wanted = false where upload_lock.until < ${now}
      returning id`.execute(db);
    if (taken.rows.length > 0) return true;
    await sql`update upload_lock set wanted = true where id = ${id}`.execute(db);
    return false;
  };

  return {
    newLock(id) {
      const holder = randomUUID();
      let timer: NodeJS.Timeout | null = null;
      const renew = async (letGo: () => void | Promise<void>): Promise<void> => {
        const rows = await sql<{ wanted: boolean }>`
          update upload_lock set until = ${clock.now() + LEASE_MS} where id = ${id} and holder = ${holder} returning wanted`.execute(
          db,
        );
        // A lost lease means that another process writes already, so this one stops writing.
        if (rows.rows[0]?.wanted !== false) await letGo();
      };
      return {
        async lock(signal, requestRelease) {
          const until = clock.now() + GIVE_UP_MS;
          while (!(await take(id, holder))) {
            if (signal.aborted || clock.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
            await pause(TRY_MS, signal);
          }
          timer = setInterval(() => {
            renew(requestRelease).catch((error: unknown) =>
              platform.log.warn({ err: error }, 'the lease of an upload could not be renewed'),
            );
          }, RENEW_MS);
        },
        async unlock() {
          if (timer) clearInterval(timer);
          await sql`delete from upload_lock where id = ${id} and holder = ${holder}`.execute(db);
        },
      };
    },
  };
}
