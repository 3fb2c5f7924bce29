/**
 * A time limit around a piece of work, with its own timer. AbortSignal.timeout inside AbortSignal.any is
 * garbage-collected too early (nodejs/node#57736, Node 20: a request without a response never settles), and both retain
 * each request with its body until the timeout.
 */

/**
 * Runs `work` with a signal that fires after `ms` milliseconds or with `signal`, while `work` is running. Throws the
 * error of `work`, or the reason of a `signal` that fired before.
 */
export async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal!.reason);
  const timer = setTimeout(() => limit.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Whether a signal of `within` fired because of the timeout. */
export const isLate = (limited: AbortSignal): boolean =>
  (limited.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
