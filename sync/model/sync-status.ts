/**
 * Status of the engine, as shown by the page.
 *
 * Connection states with their reasons:
 *
 *            probe ok                      401 and no renewal
 *   offline ─────────► online ──────────────────────────────► signedOut
 *      ▲  ◄───────────   │ 5xx, HTML, no response: unreachable  (terminal until sign-in)
 *      └ no response     ├ 403 NO_PERMISSION: noPermission     (terminal)
 *                        ├ 403 IP_BLOCKED: ipBlocked           (probed slowly)
 *                        ├ 426 CLIENT_TOO_OLD: clientTooOld    (terminal until update)
 *                        └ quota of the device: storageFull
 */
export type Connection =
  | { state: 'starting' }
  | { state: 'online'; since: number }
  | { state: 'offline'; reason: 'noNetwork'; since: number; nextTryAt: number }
  | { state: 'offline'; reason: 'serverUnreachable'; since: number; nextTryAt: number }
  | { state: 'blocked'; reason: 'signedOut' | 'noPermission' | 'ipBlocked' | 'clientTooOld'; since: number }
  | { state: 'blocked'; reason: 'storageFull'; since: number }
  | { state: 'paused' };

/** No message is shown if `waiting`, `rejected`, `recovered`, `local` and `conflictVersions` are all 0. */
export interface SyncStatus {
  connection: Connection;
  /** whether this worker replicates and uploads for the origin */
  leader: boolean;
  /** true until the first pull of every kind has finished on this device */
  firstSync: boolean;
  firstSyncDocuments: number;
  /** total number of documents to pull, as reported by the server; 0 if unknown */
  firstSyncTotal: number;
  /**
   * unsent items of this device: documents, typed texts, calls, recordings, images, files; without those in `rejected`
   */
  waiting: { documents: number; texts: number; calls: number; recordings: number; images: number; files: number };
  /** of the unsent items at the start of this round (`of`), the number sent */
  sending: { done: number; of: number } | null;
  /** items that need attention: rejected changes, and calls, uploads and documents that the server refuses */
  rejected: number;
  /** recordings interrupted by the end of the browser and not finished yet; on a full disk they wait for space */
  recovered: number;
  /** recordings that a person took out of the outbox, and paused files: local until sent or deleted */
  local: number;
  /** conflict versions that were not reviewed */
  conflictVersions: number;
  /** milliseconds; 0 for never */
  lastSyncAt: number;
}

/** the status while no workspace is open */
export const CLOSED_STATUS: SyncStatus = {
  connection: { state: 'starting' },
  leader: false,
  firstSync: false,
  firstSyncDocuments: 0,
  firstSyncTotal: 0,
  waiting: { documents: 0, texts: 0, calls: 0, recordings: 0, images: 0, files: 0 },
  sending: null,
  rejected: 0,
  recovered: 0,
  local: 0,
  conflictVersions: 0,
  lastSyncAt: 0,
};
