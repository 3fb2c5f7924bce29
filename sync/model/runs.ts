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
 * A process that dies while it executes leaves EXECUTING with a lease that ends; the next attempt takes over from there.
 */
export const RUN_STATES = ['READY', 'EXECUTING', 'RETRY', 'FAILED', 'SUCCEEDED', 'CANCELED'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** States in which nothing happens any more unless a person retries. */
export const hasRunEnded = (state: RunState): boolean =>
  state === 'FAILED' || state === 'SUCCEEDED' || state === 'CANCELED';
