/**
 * What the replica worker offers to the page, through comlink. Everything here is plain data or a callback (comlink proxy).
 */
import type { CollectionName, Doc } from '../../model/registry';
import type { Loss } from '../storage/integrity/loss';
import type { LeftNotice } from '../outbox/left-notices';
import type { LockedCopy } from '../account/handover/left-run';
import type { LockAction, LockState } from '../account/lock/state';
import type { RejectedChange, ConflictVersion, LocalRecording } from '../storage/device-database';
import type { RecoveredRecording } from '../recording/recover-recording';
import type { LastError, SyncState, OutboxRow, SyncStatus } from '../storage/status';
import type { Account } from '../storage/account';
import type { CommandName, Commands } from '../outbox/commands/commands';
import type { SearchableCollection, SearchAnswer } from '../search/answer';
import type { OpenText } from '../text/open-text';

/** A live query. The first value always comes, from the device alone. */
export type LiveQuery =
  | {
      kind: 'find';
      collection: CollectionName;
      selector?: Record<string, unknown>;
      sort?: Record<string, 'asc'>[];
      limit?: number;
      skip?: number;
    }
  | { kind: 'count'; collection: CollectionName; selector?: Record<string, unknown> }
  | { kind: 'one'; collection: CollectionName; id: string }
  /** whether this person may write a text now; null: the text is not here (yet), so there is nothing to show and nowhere to type */
  | { kind: 'writable'; contentId: string }
  /** where a document is */
  | { kind: 'mark'; collection: CollectionName; id: string }
  /** why the server does not take a document that waits; null while nothing is known against it */
  | { kind: 'stuck'; collection: CollectionName; id: string }
  | { kind: 'status' }
  | { kind: 'outbox' }
  | { kind: 'recordings'; meetingId?: string }
  /** recordings that were cut off, finished from what was on the disk, and not read about yet; the newest first */
  | { kind: 'recovered' }
  | { kind: 'kept' }
  | { kind: 'attention' }
  /** what this device lost and the person has not been told yet */
  | { kind: 'loss' }
  /** what became of unsent work of organizations that were left, until the person has read it */
  | { kind: 'left' }
  /** copies of organizations that were left, which need their PIN before they can be handed over; answers before anything is open */
  | { kind: 'leftLocked' }
  | { kind: 'account' }
  /** whether the screens of this device are locked; answers before anything is open */
  | { kind: 'lock' }
  /** whether this device's databases are there; answers before anything is open */
  | { kind: 'storage' };

/**
 * `deleted`: somebody deleted the databases under this page, and nothing is on this device but in its memory; `restored`: that is written
 * into new ones. `at`: when they were deleted (device milliseconds); `isHeld`: there is something that the server may not have
 */
export type StorageState = { state: 'whole' } | { state: 'deleted' | 'restored'; at: number; isHeld: boolean };

/** A recording as the page sees it: with where it is and how much of it was sent. */
export type RecordingRow = LocalRecording & { mark: SyncState; sent: number; lastError: LastError | null };

export interface LiveValues {
  find: Doc[];
  count: number;
  one: Doc | null;
  writable: boolean | null;
  mark: SyncState;
  stuck: { code: string } | null;
  status: SyncStatus;
  outbox: OutboxRow[];
  recordings: RecordingRow[];
  recovered: RecoveredRecording[];
  kept: ConflictVersion[];
  attention: RejectedChange[];
  loss: Loss | null;
  left: LeftNotice[];
  leftLocked: LockedCopy[];
  account: Account | null;
  lock: LockState;
  storage: StorageState;
}
/** Live lists wait for nothing: `find` gives documents of the asked collection. */
export type LiveValue<Q extends LiveQuery> = Q extends { kind: 'find'; collection: infer C extends CollectionName }
  ? Doc<C>[]
  : Q extends { kind: 'one'; collection: infer C extends CollectionName }
    ? Doc<C> | null
    : LiveValues[Q['kind']];

export interface StorageReport {
  /** bytes */
  usage: number;
  quota: number;
  persisted: boolean;
  /** bytes by kind */
  kinds: { recordings: number; texts: number; documents: number };
}

/** The page's one door. Errors arrive as `{code, params}` of a CallError. */
export interface ReplicaApi {
  /**
   * Opens the replica of the account on this device. null: nobody is signed in here. With `refresh`, asks the server who is signed in
   * first. `projectId`: whose lists the first screen will show. Throws DEVICE_STORAGE_BROKEN where a database cannot be opened; `count` says
   * how much was in it and nowhere else.
   */
  open(options: { refresh: boolean; projectId?: string | undefined }): Promise<Account | null>;
  live(query: LiveQuery, onValue: (value: unknown) => void, onError?: (error: unknown) => void): Promise<() => void>;
  run<C extends CommandName>(name: C, input: Commands[C]['input']): Promise<Commands[C]['output']>;
  openText(contentId: string, onUpdate: (update: Uint8Array) => void): Promise<OpenText>;
  /** plain text of a note's state, for read-only views and copying */
  textOf(contentId: string, format: 'text' | 'markdown' | 'html'): Promise<string>;
  /** Full-text search in what this device holds, best first. The last word may be unfinished. `limit`: 20 unless told. */
  search(question: string, options?: { limit?: number; collections?: SearchableCollection[] }): Promise<SearchAnswer>;
  /** the bytes of a recording on this device, or null */
  recordingBlob(recordingId: string): Promise<Blob | null>;
  /** what an outbox row holds, as a file to save */
  outboxFile(id: string): Promise<{ name: string; blob: Blob } | null>;
  /** what was in memory when the databases were deleted under the page, as a file to save; null: nothing */
  salvagedFile(): Promise<{ name: string; blob: Blob } | null>;
  /** the page tells what only it hears: online/offline, focus, before unload */
  hint(event: 'online' | 'offline' | 'focus' | 'hidden'): Promise<void>;
  /**
   * Asks the server for what is new, for a document that is not here. True once everything that it had by then is here; false where it
   * cannot be asked, or has not answered in five seconds.
   */
  look(): Promise<boolean>;
  /** pause and resume syncing by the person's wish */
  setPaused(paused: boolean): Promise<void>;
  storage(): Promise<StorageReport>;
  /** Deletes the databases that could not be opened, after DEVICE_STORAGE_BROKEN. What only they held is lost. The page has to be loaded again. */
  startOver(): Promise<void>;
  switchCompany(companyId: string): Promise<Account>;
  /** Ends the session and wipes this device's data of the account. Without `force` it throws when something is on this device only. */
  logout(options: { force: boolean }): Promise<void>;
  /** Locks, unlocks and changes the lock. Throws DEVICE_PIN_WRONG (`left`: tries), DEVICE_PIN_BLOCKED, DEVICE_BUSY, and what the server answered. */
  lock(action: LockAction): Promise<void>;
}
