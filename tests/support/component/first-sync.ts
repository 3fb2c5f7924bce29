/** The status of a device during its first sync, as its worker tells it. */
import type { SyncStatus } from '../../../sync/engine/storage/status';

export const firstSyncStatus = (fields: Partial<SyncStatus> = {}): SyncStatus => ({
  connection: { state: 'online', since: 0 },
  leader: true,
  firstSync: true,
  firstSyncDocuments: 0,
  firstSyncTotal: 0,
  waiting: { documents: 0, texts: 0, calls: 0, recordings: 0, images: 0, files: 0 },
  sending: null,
  rejected: 0,
  recovered: 0,
  local: 0,
  conflictVersions: 0,
  lastSyncAt: 0,
  ...fields,
});
