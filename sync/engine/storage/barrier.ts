/**
 * Points between two atomic steps of pull and push: a test pauses the engine there, writes, pulls or ends the process,
 * and resumes it. In production they do nothing.
 *
 *   push   due ──► (rows read) ──► chosen ──► POST ──► answered ──► (accepted rows settle) ──► settled
 *          ──► (conflicts merge) ──► merged ──► (rejections)
 *   pull   POST ──► arrived ──► planned ──► (documents written) ──► written ──► (checkpoint written) ──► stored
 */
export type BarrierName =
  | 'push.due'
  | 'push.chosen'
  | 'push.answered'
  | 'push.settled'
  | 'push.merged'
  | 'pull.arrived'
  | 'apply.planned'
  | 'pull.written'
  | 'pull.stored';

export type Barrier = (name: BarrierName) => Promise<void>;

export const noBarrier: Barrier = () => Promise.resolve();
