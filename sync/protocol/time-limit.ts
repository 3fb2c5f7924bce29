/**
 * A limit of time around a piece of work, with a timer of its own. AbortSignal.timeout inside an AbortSignal.any is collected before its time
 * (nodejs/node#57736, Node 20: what never answers is waited for without end), and both hold on to each request, its body too, until the time is over.
 */

/** `limited` fires after `ms` milliseconds, or with `signal`, as long as `work` is under way and no longer. Throws what `work` throws, `signal`'s reason where it had fired before. */
export async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal!.reason);
  const timer = setTimeout(() => limit.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Whether a signal of `within` fired because the time was over. */
export const isLate = (limited: AbortSignal): boolean =>
  (limited.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
