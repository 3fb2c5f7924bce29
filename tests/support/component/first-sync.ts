/** The status of a device during its first sync, as its worker tells it. */
import { CLOSED_STATUS, type SyncStatus } from '../../../sync/model/sync-status';

export const firstSyncStatus = (fields: Partial<SyncStatus> = {}): SyncStatus => ({
  ...CLOSED_STATUS,
  connection: { state: 'online', since: 0 },
  leader: true,
  firstSync: true,
  ...fields,
});
