/**
 * What the engine says of itself. The page shows it and never guesses.
 *
 * The connection, with its reason:
 *
 *            probe ok                      401 and no renewal
 *   offline ─────────► online ──────────────────────────────► signedOut
 *      ▲  ◄───────────   │ 5xx, HTML, nothing: unreachable      (terminal until sign-in)
 *      └ no answer       ├ 403 NO_PERMISSION: noPermission     (terminal)
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

/** Where a thing is: the three marks (experience.md), and that it needs a person. */
export type SyncState = 'onDevice' | 'onServer' | 'processed' | 'attention';

/** Quiet when nothing waits and nothing is for a person to decide: `waiting`, `attention`, `recovered`, `local` and `kept` are 0. */
export interface SyncStatus {
  connection: Connection;
  /** this worker replicates and uploads for the origin */
  leader: boolean;
  /** true until a first pull of every collection has ended once on this device */
  firstSync: boolean;
  firstSyncDocuments: number;
  /** how many there are to come in all, as far as the server said; 0 while unknown */
  firstSyncTotal: number;
  /** things on their way from this device: documents, typed text of others, calls, recordings; what needs a person is not among them */
  waiting: { documents: number; texts: number; calls: number; recordings: number };
  /** of the things that wait, how many are being sent, and how many were when this round began */
  sending: { done: number; of: number } | null;
  attention: number;
  /** recordings whose browser ended while they ran, and that are not finished yet: on a full disk that waits for space */
  recovered: number;
  /** recordings that a person took out of the outbox: on this device only, until sent after all or deleted */
  local: number;
  /** sides of merges that a person has not looked at */
  kept: number;
  /** milliseconds; 0 never */
  lastSyncAt: number;
}

/** Why something did not arrive, the last time it was tried. */
export interface LastError {
  code: string;
  message: string;
  /** what fills the holes of the code's text */
  params?: Record<string, string | number>;
  at: number;
}

/** One row of the outbox page. */
export interface OutboxRow {
  id: string;
  kind: 'document' | 'text' | 'call' | 'recording' | 'file';
  /** what it is: a title, a meeting's name */
  title: string;
  /** a key of `outbox.kind` texts, e.g. `note`, `project`, `recording` */
  label: string;
  /** bytes, 0 where it says nothing */
  size: number;
  sent: number;
  attempts: number;
  lastError: LastError | null;
  nextTryAt: number;
  since: number;
  /** `local` is for a person to decide, nothing sends it; `recovered` is being finished */
  state: 'waiting' | 'running' | 'attention' | 'recovered' | 'local';
  /** milliseconds of sound, 0 for anything else */
  durationMs: number;
  /** an address in this app, '' for none */
  link: string;
  can: { retry: boolean; drop: boolean; saveToFile: boolean };
}
