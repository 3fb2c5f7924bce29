/**
 * The queues that bring runs to a process: one for each kind, so that long work of one kind (a website of thousands of
 * pages, ten thousand files) does not delay runs of other kinds.
 */

export interface RunQueue {
  /** runs side by side in one process */
  concurrency?: number;
  /** the runs of an organization follow one another */
  isOnePerGroup?: boolean;
}

/** A policy starts runs by the name of their kind, without its definition. */
export const jobOf = (kind: string): string => `run-${kind}`;
