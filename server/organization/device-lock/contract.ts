/** Calls of the device lock; the replica makes them itself. */
export { deviceLockCalls } from '../../../sync/protocol/device-lock';
