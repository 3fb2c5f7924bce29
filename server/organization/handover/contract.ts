/** Calls of handovers; the replica makes those of devices itself. */
export { handoverCalls } from '../../../sync/protocol/handover';
