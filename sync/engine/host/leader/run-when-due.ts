/** Runs work of the leader whenever something it depends on changes, and again when it asks to. */
import { merge, type Subscription } from 'rxjs';
import { concernsConnection, type ConnectionMonitor } from '../../connection/connection';
import { backoff, pause, RETRY_MAX_MS } from '../../connection/backoff';
import { deviceQuery } from '../../storage/device-query';
import type { PendingDocuments } from '../../storage/pending';
import { remaining, type Clock } from '../../storage/clock';

export interface Due {
  signal: AbortSignal;
  connection: ConnectionMonitor;
  clock: Clock;
  waiting: PendingDocuments;
  report: (error: unknown) => void;
}

/** milliseconds: setTimeout's ceiling is 24 days; an hour is often enough to look at nothing */
const LONGEST_MS = 3_600_000;

/**
 * `observe` reads what the work depends on in the device database; documents that wait count as well. `work` gives when it wants to run
 * again (milliseconds of the clock, Infinity for never) and throws what concerns the connection.
 */
export async function runWhenDue(
  due: Due,
  observe: () => Promise<unknown>,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<void> {
  const { signal, connection, clock } = due;
  let changed = true;
  let wake = (): void => {};
  const subscription: Subscription = merge(deviceQuery(observe), due.waiting.changed$).subscribe({
    next: () => {
      changed = true;
      wake();
    },
    error: (error) => {
      if (!signal.aborted) due.report(error);
    },
  });
  let failures = 0;
  let next = 0;
  while (!signal.aborted) {
    await connection.whenOnline(signal);
    if (signal.aborted) break;
    const wait = remaining(next, clock.now(), RETRY_MAX_MS);
    if (!changed && wait > 0) {
      const woken = new AbortController();
      wake = () => woken.abort();
      signal.addEventListener('abort', wake, { once: true });
      await pause(Math.min(LONGEST_MS, wait), woken.signal);
      signal.removeEventListener('abort', wake);
      wake = () => {};
      continue;
    }
    changed = false;
    try {
      next = await work(signal);
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      connection.failed(error);
      changed = true;
      if (!concernsConnection(error)) {
        due.report(error);
        failures += 1;
        await pause(backoff(failures), signal);
      }
    }
  }
  subscription.unsubscribe();
}
