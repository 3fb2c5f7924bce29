/**
 * Points of pull and push between two steps that are each whole: a test parks the engine at one, writes, pulls or ends the process, and
 * lets it go on. Nothing stops there in production.
 *
 *   push   chosen ──► POST ──► answered ──► (what was taken settles) ──► settled ──► (conflicts merge) ──► merged ──► (refusals)
 *   pull   POST ──► arrived ──► planned ──► (written) ──► written ──► (checkpoint) ──► kept
 */
export type BarrierName =
  | 'push.chosen'
  | 'push.answered'
  | 'push.settled'
  | 'push.merged'
  | 'pull.arrived'
  | 'apply.planned'
  | 'pull.written'
  | 'pull.kept';

export type Barrier = (name: BarrierName) => Promise<void>;

export const noBarrier: Barrier = () => Promise.resolve();
