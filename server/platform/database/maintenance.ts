/** What a database server does in the background and the embedded one does not: checkpoints, and vacuum with fresh statistics. */
import type { Logger } from 'pino';

export interface MaintenanceTimes {
  /** milliseconds between checkpoints: bounds the log, and the time of a recovery */
  checkpoint: number;
  /** milliseconds between vacuums */
  vacuum: number;
}

const TIMES: MaintenanceTimes = { checkpoint: 5 * 60_000, vacuum: 60 * 60_000 };

/** Starts the timers; gives the function that stops them and waits for what runs. */
export function startMaintenance(query: (sql: string) => Promise<unknown>, log: Pick<Logger, 'warn'>, times: MaintenanceTimes = TIMES): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const every = (ms: number, sql: string): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(() => query(sql)).catch((error: unknown) => log.warn({ err: error }, `${sql} failed.`));
    }, ms).unref();
  const timers = [every(times.checkpoint, 'checkpoint'), every(times.vacuum, 'vacuum analyze')];
  return async () => {
    timers.forEach(clearInterval);
    await running;
  };
}
