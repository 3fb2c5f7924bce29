/**
 * Background work that a database server does itself and PGlite does not: checkpoints, vacuum, and new statistics after
 * many writes.
 */
import type { Logger } from 'pino';

export interface MaintenanceTimes {
  /** milliseconds between checkpoints: bounds the size of the log and the time of a recovery */
  checkpoint: number;
  /** milliseconds between vacuums */
  vacuum: number;
  /** milliseconds between checks of how much was written */
  statistics: number;
}

const TIMES: MaintenanceTimes = { checkpoint: 5 * 60_000, vacuum: 60 * 60_000, statistics: 60_000 };

/**
 * Tables that received many rows, relative to their size, since their last statistics: the planner may still plan for
 * an empty table.
 */
const STALE = `
  select 1 from pg_stat_user_tables t join pg_class c on c.oid = t.relid
  where t.n_mod_since_analyze > 1000 + 0.1 * greatest(c.reltuples, 0) limit 1`;

/** Starts the timers; returns the function that stops them and waits for running work. */
export function startMaintenance(
  query: (sql: string) => Promise<{ rows: unknown[] }>,
  log: Pick<Logger, 'warn'>,
  times: MaintenanceTimes = TIMES,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const every = (ms: number, name: string, work: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(work).catch((error: unknown) => log.warn({ err: error }, `${name} failed.`));
    }, ms).unref();
  const timers = [
    every(times.checkpoint, 'checkpoint', () => query('checkpoint')),
    every(times.vacuum, 'vacuum', () => query('vacuum analyze')),
    every(times.statistics, 'analyze', async () => (await query(STALE)).rows.length > 0 && query('analyze')),
  ];
  return async () => {
    timers.forEach(clearInterval);
    await running;
  };
}
