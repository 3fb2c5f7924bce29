/**
 * The states of a run.
 *
 *   start ──► READY ──► EXECUTING ─┬► SUCCEEDED
 *               │         ▲    │   ├► FAILED ──retry──► READY
 *             cancel      │    │   └► CANCELED ──retry──► READY
 *               │         │    ▼
 *               │        RETRY (the next attempt has a time)
 *               └► CANCELED ◄──┘ cancel
 *
 * If a process ends during an attempt, EXECUTING has a lease that expires; then the next attempt starts.
 */
export const RUN_STATES = ['READY', 'EXECUTING', 'RETRY', 'FAILED', 'SUCCEEDED', 'CANCELED'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Whether a run has ended; it continues only by a retry. */
export const hasRunEnded = (state: RunState): boolean =>
  state === 'FAILED' || state === 'SUCCEEDED' || state === 'CANCELED';
