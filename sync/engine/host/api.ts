/**
 * What the replica worker offers to the page, through comlink. Everything here is plain data or a callback (comlink proxy).
 */
import type { CollectionName, Doc } from '../../model/registry';
import type { DeviceLockRule } from '../../protocol/session';
import type { Loss } from '../storage/integrity/loss';
import type { LeftNotice } from '../account/handover/left-notices';
import type { LockedCopy } from '../account/handover/left-run';
import type { LockAction, LockState } from '../account/lock/state';
import type { AttentionItem, KeptSide, LocalRecording } from '../storage/device-database';
import type { RecoveredRecording } from '../recording/recover-recording';
import type { LastError, Mark, OutboxRow, SyncStatus } from '../storage/status';

/** Who is signed in on this device; kept on the device so that a cold start needs no server. */
export interface Account {
  userId: string;
  sessionId: string;
  name: string;
  email: string;
  lang: string;
  companyId: string;
  companies: { id: string; name: string; role: 'owner' | 'admin' | 'member' }[];
  authorityCodes: string[];
  /** the company wants a new password of this person before anything of its console */
  mustChangePassword: boolean;
  /** what the company asks of devices, as it was said last */
  deviceLock: DeviceLockRule;
}

/** A live query. The first value always comes, from the device alone. */
export type LiveQuery =
  | { kind: 'find'; collection: CollectionName; selector?: Record<string, unknown>; sort?: Record<string, 'asc'>[]; limit?: number; skip?: number }
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
export type RecordingRow = LocalRecording & { mark: Mark; sent: number; lastError: LastError | null };

export interface LiveValues {
  find: Doc[];
  count: number;
  one: Doc | null;
  writable: boolean | null;
  mark: Mark;
  stuck: { code: string } | null;
  status: SyncStatus;
  outbox: OutboxRow[];
  recordings: RecordingRow[];
  recovered: RecoveredRecording[];
  kept: KeptSide[];
  attention: AttentionItem[];
  loss: Loss | null;
  left: LeftNotice[];
  leftLocked: LockedCopy[];
  account: Account | null;
  lock: LockState;
  storage: StorageState;
}
/** Live lists wait for nothing: `find` gives documents of the asked collection. */
export type LiveValue<Q extends LiveQuery> =
  Q extends { kind: 'find'; collection: infer C extends CollectionName } ? Doc<C>[]
  : Q extends { kind: 'one'; collection: infer C extends CollectionName } ? Doc<C> | null
  : LiveValues[Q['kind']];

/** What people do. Each runs in the worker, is checked by the model's schemas and the document's abilities, and resolves when durable here. */
export interface Commands {
  'project.create': { input: { title: string; description?: string; id?: string }; output: { id: string } };
  'project.update': { input: { id: string; title?: string; description?: string; instructions?: string; webSearchEnabled?: boolean }; output: null };
  'project.share': { input: { id: string; shareRange: 'private' | 'team' | 'company' | 'customize'; userIds: string[]; departmentIds: string[] }; output: null };
  'project.contributors': { input: { id: string; userIds: string[]; departmentIds: string[] }; output: null };
  'project.delete': { input: { id: string }; output: null };
  /** makes the row and an empty text; `title` may be '' while writing: it becomes "Untitled" in the row */
  'note.create': { input: { projectId: string; title: string; id?: string }; output: { id: string } };
  'note.rename': { input: { id: string; title: string }; output: null };
  'note.move': { input: { id: string; projectId: string }; output: null };
  'note.delete': { input: { id: string }; output: null };
  /** brings back what was just deleted on this device */
  'document.restore': { input: { collection: 'notes' | 'projects' | 'meetings'; id: string }; output: null };
  'meeting.create': { input: { projectId: string; title: string; type: 'record' | 'upload'; language: string; id?: string }; output: { id: string } };
  'meeting.update': { input: { id: string; title?: string; projectId?: string; status?: 'waiting' | 'recording' | 'paused' | 'ended'; actualStartAt?: number; actualEndAt?: number }; output: null };
  'meeting.delete': { input: { id: string }; output: null };
  'meeting.renameSpeaker': { input: { id: string; participantId: string; name: string; userId?: string }; output: null };
  'meeting.addParticipant': { input: { id: string; name: string; userId?: string }; output: { participantId: string } };
  'meeting.removeParticipant': { input: { id: string; participantId: string }; output: null };
  'transcript.correct': { input: { meetingId: string; segmentId: string; text: string }; output: null };
  'transcript.assign': { input: { meetingId: string; segmentId: string; participantId: string }; output: null };
  /** queued as a call: transcription runs on the server */
  'transcript.retry': { input: { meetingId: string }; output: null };
  'preferences.update': { input: { lang?: string; recognitionLanguage?: string; singleKeyShortcuts?: boolean; copyFormat?: 'text' | 'markdown' | 'html' }; output: null };
  'notification.read': { input: { ids: string[] | 'all' }; output: null };
  'notification.delete': { input: { ids: string[] }; output: null };
  /** what is written in a field and cannot be saved as it is (a title too long): kept with everything else of the person, null forgets it */
  'draft.keep': { input: { id: string; text: string | null }; output: null };
  'draft.read': { input: { id: string }; output: { text: string | null } };
  /**
   * What the server said last to a screen of the console (`value`: JSON, of at most a few hundred kB), kept for the account it was said
   * to. `kept` is false where that is not the account of this workspace.
   */
  'console.keep': { input: { account: string; key: string; at: number; value: unknown }; output: { kept: boolean } };
  'console.last': { input: { key: string }; output: { at: number; value: unknown } | null };
  /** the person runs no console any more */
  'console.forget': { input: Record<string, never>; output: null };
  'kept.resolve': { input: { id: string; take: 'mine' | 'theirs' }; output: null };
  /** `retry` pushes it again, `copy` makes a new document of one's own with the content, `drop` forgets it */
  'attention.resolve': { input: { id: string; action: 'retry' | 'copy' | 'drop' }; output: null };
  'outbox.retry': { input: { id: string }; output: null };
  'outbox.drop': { input: { id: string }; output: null };
  /** asks the server whether it has what a row of the outbox or of the refused changes is about; `unknown`: it cannot be asked */
  'outbox.onServer': { input: { id: string }; output: { answer: 'yes' | 'no' | 'unknown' } };
  /** a file from the person's disk as the recording of a meeting: copied into this device first, then queued */
  'recording.import': { input: { meetingId: string; file: Blob; fileName: string; language: string }; output: { id: string } };
  /** deletes a whole recording, here and on the server, unless it is restored within some seconds */
  'recording.delete': { input: { id: string }; output: null };
  'recording.restore': { input: { id: string }; output: null };
  /** the person has read about recovered recordings */
  'recovered.read': { input: { ids: string[] }; output: null };
  /** the person has read what this device lost */
  'loss.read': { input: Record<string, never>; output: null };
  /** the person has read what became of the work in an organization they left */
  'left.read': { input: { companyId: string }; output: null };
  /**
   * Takes what a revoked device handed over into this device, as if it had been made here: it is merged and sent like any edit. Needs the
   * server. Resolves once all of it is durable here and gone from quarantine; harmless when repeated.
   */
  'handover.keep': { input: { id: string }; output: null };
  /** deletes this device's copy of a recording, once the server has said that it has its own. Throws UPLOAD_INCOMPLETE where it has not: it is sent again */
  'recording.free': { input: { id: string }; output: null };
}
export type CommandName = keyof Commands;

/** An editor's line to the replica. All states and updates are Yjs v1 bytes. */
export interface OpenText {
  /** the document's state with everything typed on this device */
  state: Uint8Array;
  /** as it was when the text was opened; false: read-only mode, or the text is not here yet. The live query `writable` follows */
  writable: boolean;
  /** milliseconds: when the newest text was typed that an earlier run had not folded (a crash) and that is in `state` again; 0 for none */
  recoveredAt?: number;
  /** Saves an update; resolves when it is durable on this device. Throws NOTE_NOT_FOUND while the text is not here. */
  append(update: Uint8Array): Promise<void>;
  /** Folds what was typed into the replica now (the editor closes, the page hides). */
  fold(): Promise<void>;
  close(): Promise<void>;
}

export interface StorageReport {
  /** bytes */
  usage: number;
  quota: number;
  persisted: boolean;
  /** bytes by kind */
  kinds: { recordings: number; texts: number; documents: number };
}

export type SearchableCollection = 'notes' | 'projects' | 'meetings';

/** A part of a text that answers a question. */
export interface SearchPassage {
  field: 'title' | 'text' | 'description' | 'participants' | 'transcript';
  /** of a transcript: the segment it stands in */
  segmentId?: string;
  text: string;
  /** where it begins in the whole text (or segment), in UTF-16 units; line breaks are spaces here */
  start: number;
  /** what to mark in `text`: begin and end in UTF-16 units, ascending */
  ranges: [number, number][];
}

export interface SearchResult {
  collection: SearchableCollection;
  id: string;
  title: string;
  /** what to mark in the title */
  titleRanges: [number, number][];
  /** '' outside projects */
  projectId: string;
  /** milliseconds */
  updatedAt: number;
  /** best first, none from the title */
  passages: SearchPassage[];
  /** comparable within one answer */
  score: number;
}

export interface SearchAnswer {
  /** best first */
  results: SearchResult[];
  /** nothing holds half of what was asked for: the results are the few that come closest */
  closest: boolean;
  /** false while texts of this device are still being read for the first time */
  complete: boolean;
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
