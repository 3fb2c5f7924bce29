/**
 * Satchel as in production, in a process that also measures the time in which at least one SQL statement runs. Both
 * databases are reached through `pg`, so this one module sees all statements.
 *
 *   parent ──'sql'──► {busyMs, statements} since the start
 */
import { installGlobals } from '@remix-run/node';
import pg from 'pg';
import { readConfig } from '../../server/platform/config';
import { createLog } from '../../server/platform/log';
import { startSatchel } from '../../server/satchel';

export interface SqlTime {
  busyMs: number;
  statements: number;
}

const time: SqlTime = { busyMs: 0, statements: 0 };
let running = 0;
let since = 0;

const begin = (): void => {
  if (running === 0) since = performance.now();
  running += 1;
  time.statements += 1;
};
const end = (): void => {
  running -= 1;
  if (running === 0) time.busyMs += performance.now() - since;
};

const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]): unknown {
  begin();
  const last = args.at(-1);
  if (typeof last === 'function') {
    args[args.length - 1] = (...answer: unknown[]): void => {
      end();
      (last as (...answer: unknown[]) => void)(...answer);
    };
    return query.apply(this, args);
  }
  const result = query.apply(this, args);
  if (result instanceof Promise) result.then(end, end);
  else end();
  return result;
} as never;

installGlobals({ nativeFetch: true });
const config = readConfig(process.env);
const running_ = await startSatchel(config, createLog(config), 'build');
process.on('message', (message) => {
  if (message === 'sql')
    process.send?.({ ...time, busyMs: time.busyMs + (running > 0 ? performance.now() - since : 0) });
});
process.on('SIGTERM', () => {
  running_.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
