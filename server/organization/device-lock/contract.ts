/** The calls about the lock of a device; the replica makes them itself. */
export { deviceLockCalls } from '../../../sync/protocol/device-lock';
