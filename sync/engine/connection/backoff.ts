/** Exponential backoff with jitter, so that many devices do not reconnect in the same second. */

export const RETRY_MIN_MS = 1_000;
export const RETRY_MAX_MS = 60_000;

/**
 * Milliseconds until the next attempt: a random value between half and all of `min · 2^(attempt-1)`, at most `max`.
 * @param attempt failures so far, from 1
 */
export function backoff(
  attempt: number,
  random: () => number = Math.random,
  min = RETRY_MIN_MS,
  max = RETRY_MAX_MS,
): number {
  const ceiling = Math.min(max, min * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

/** Resolves after `ms` milliseconds, or when the signal fires. Never rejects. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
