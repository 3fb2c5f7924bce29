/**
 * How late the event loop of this process is: a timer every few milliseconds. Time in which the thread waits for a core
 * counts for `lag` and not for `own`, so that a busy machine can be told from work that blocks the loop.
 */
import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { quantile } from './statistics';

/** milliseconds between two ticks */
const EVERY_MS = 5;

export interface EventLoopLag {
  /** milliseconds that a tick was late, waiting for a core included */
  p99: number;
  longest: number;
  /** without waiting for a core; NaN where the system does not tell it */
  ownP99: number;
  ownLongest: number;
}

/** Nanoseconds that the main thread waited for a core, by Linux. */
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
const waitedMs = existsSync(SCHEDULED)
  ? (): number => Number(readFileSync(SCHEDULED, 'utf8').split(' ')[1]) / 1e6
  : (): number => Number.NaN;

export function watchEventLoop(): { end(): EventLoopLag } {
  const lags: number[] = [];
  const own: number[] = [];
  let due = performance.now() + EVERY_MS;
  let waited = waitedMs();
  const tick = (): void => {
    const lag = Math.max(0, performance.now() - due);
    const waitedNow = waitedMs();
    lags.push(lag);
    own.push(Math.max(0, lag - (waitedNow - waited)));
    waited = waitedNow;
    due = performance.now() + EVERY_MS;
    timer = setTimeout(tick, EVERY_MS);
  };
  let timer = setTimeout(tick, EVERY_MS);
  return {
    end() {
      clearTimeout(timer);
      return {
        p99: quantile(lags, 0.99),
        longest: lags.reduce((most, lag) => Math.max(most, lag), 0),
        ownP99: quantile(own, 0.99),
        ownLongest: own.reduce((most, lag) => Math.max(most, lag), 0),
      };
    },
  };
}
