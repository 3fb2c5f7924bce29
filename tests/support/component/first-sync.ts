/** The status that a worker reports during the first sync of a device. */
import { CLOSED_STATUS, type SyncStatus } from '../../../sync/model/sync-status';

export const firstSyncStatus = (fields: Partial<SyncStatus> = {}): SyncStatus => ({
  ...CLOSED_STATUS,
  connection: { state: 'online', since: 0 },
  leader: true,
  firstSync: true,
  ...fields,
});
