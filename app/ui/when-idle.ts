/** milliseconds after which the work is done at the latest, if the browser is never idle */
const IDLE_MS = 2_000;

/** Does work when the browser is idle. Returns what cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_MS });
  return () => cancelIdleCallback(handle);
}
