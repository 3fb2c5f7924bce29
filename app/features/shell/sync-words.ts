/** Texts of the sync status. They name documents, not networks, and are empty when everything is synced. */
import type { SyncStatus } from '../../../sync/model/sync-status';

export type SyncTone = 'quiet' | 'working' | 'waiting' | 'problem';
/** A key of `shell:sync` texts with its parameters; null: nothing to show. */
export interface SyncWords {
  key: string;
  params: Record<string, number>;
  tone: SyncTone;
}

export const pendingCount = (status: SyncStatus): number =>
  status.waiting.documents +
  status.waiting.texts +
  status.waiting.calls +
  status.waiting.recordings +
  status.waiting.images +
  status.waiting.files;

/** Everything that would be lost with this device. */
export const unsyncedCount = (status: SyncStatus): number =>
  pendingCount(status) + status.rejected + status.recovered + status.local + status.conflictVersions;

/** One text for the sync state. States that need a person take precedence over automatic ones. */
export function syncWords(status: SyncStatus): SyncWords | null {
  const { connection } = status;
  const waiting = pendingCount(status);
  const params = { count: waiting };
  if (connection.state === 'blocked')
    return { key: waiting > 0 ? `${connection.reason}Waiting` : connection.reason, params, tone: 'problem' };
  if (status.rejected > 0) return { key: 'rejected', params: { count: status.rejected }, tone: 'problem' };
  if (status.recovered > 0) return { key: 'recovered', params: { count: status.recovered }, tone: 'problem' };
  if (connection.state === 'paused') return { key: waiting > 0 ? 'pausedWaiting' : 'paused', params, tone: 'waiting' };
  if (status.firstSync && connection.state === 'online')
    return { key: 'firstSync', params: { count: status.firstSyncDocuments }, tone: 'working' };
  if (connection.state === 'offline') {
    const base = connection.reason === 'noNetwork' ? 'offline' : 'unreachable';
    return { key: waiting > 0 ? `${base}Waiting` : base, params, tone: 'waiting' };
  }
  if (status.sending)
    return {
      key: 'sending',
      params: {
        done: Math.min(status.sending.done + 1, status.sending.of),
        of: status.sending.of,
        count: status.sending.of,
      },
      tone: 'working',
    };
  if (waiting > 0) return { key: 'waiting', params, tone: 'waiting' };
  if (status.local > 0) return { key: 'local', params: { count: status.local }, tone: 'waiting' };
  if (status.conflictVersions > 0)
    return { key: 'conflictVersions', params: { count: status.conflictVersions }, tone: 'waiting' };
  return null;
}

const NOTHING = { documents: 0, texts: 0, calls: 0, recordings: 0, images: 0, files: 0 };

/**
 * The displayed text. Automatic states are shown after a delay: during typing, changes are always pending and sent
 * every two seconds.
 */
export function calmWords(
  status: SyncStatus,
  { waitsLong, sendsLong }: { waitsLong: boolean; sendsLong: boolean },
): SyncWords | null {
  const words = syncWords(sendsLong ? status : { ...status, sending: null });
  return words?.key === 'waiting' && !waitsLong ? syncWords({ ...status, waiting: NOTHING, sending: null }) : words;
}
