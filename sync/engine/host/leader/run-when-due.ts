/** Runs work of the leader whenever the data it depends on changes, and again at the time it asks for. */
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
  pending: PendingDocuments;
  report: (error: unknown) => void;
}

/** longest timer (milliseconds); setTimeout overflows after 24 days */
const MAX_TIMER_MS = 3_600_000;

/**
 * `observe` reads the data the work depends on from the device database; changes of pending documents count as well.
 * `work` returns when it wants to run again (clock milliseconds, Infinity for never) and throws errors that concern the
 * connection.
 */
export async function runWhenDue(
  due: Due,
  observe: () => Promise<unknown>,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<void> {
  const { signal, connection, clock } = due;
  let changed = true;
  let wake = (): void => {};
  const subscription: Subscription = merge(deviceQuery(observe), due.pending.changed$).subscribe({
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
      await pause(Math.min(MAX_TIMER_MS, wait), woken.signal);
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
