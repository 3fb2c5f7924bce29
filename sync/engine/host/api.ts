/**
 * The API of the replica worker for the page, through Comlink: plain data and callbacks (Comlink proxies) only. Its
 * live queries are in live-queries.ts.
 */
import type { SearchableKind } from '../../model/kinds';
import type { LockAction } from '../account/lock/state';
import type { Account } from '../storage/account';
import type { CommandName, Commands } from '../outbox/commands/commands';
import type { SearchAnswer } from '../../ranking/answer';
import type { OpenText } from '../text/open-text';
import type { LiveQuery } from './live-queries';

export type * from './live-queries';

/** An image or file, or why there is none: the server does not have it (yet), or cannot be asked. */
export type BytesAnswer = { blob: Blob } | { missing: 'notOnServer' | 'offline' };

export interface StorageReport {
  /** bytes */
  usage: number;
  quota: number;
  persisted: boolean;
  /** bytes by kind */
  kinds: { recordings: number; files: number; texts: number; documents: number };
}

/** Errors arrive as `{code, params}` of a CallError. */
export interface ReplicaApi {
  /**
   * Opens the replica of the account on this device; null: no account is signed in. With `refresh`, asks the server
   * first who is signed in. `projectId`: the project whose lists the first screen shows. Throws DEVICE_STORAGE_BROKEN
   * if a database cannot be opened; its `count` is the number of unsynced things in it.
   */
  open(options: { refresh: boolean; projectId?: string | undefined }): Promise<Account | null>;
  live(query: LiveQuery, onValue: (value: unknown) => void, onError?: (error: unknown) => void): Promise<() => void>;
  run<C extends CommandName>(name: C, input: Commands[C]['input']): Promise<Commands[C]['output']>;
  openText(contentId: string, onUpdate: (update: Uint8Array) => void): Promise<OpenText>;
  /** A note's text: `screen` is HTML for read-only views, the other formats are for copies. */
  textOf(contentId: string, format: 'text' | 'markdown' | 'html' | 'screen'): Promise<string>;
  /** Full-text search on this device, best match first. The last word matches as a prefix. `limit`: 20 by default. */
  search(question: string, options?: { limit?: number; collections?: SearchableKind[] }): Promise<SearchAnswer>;
  /** The bytes of a recording on this device, or null. */
  recordingBlob(recordingId: string): Promise<Blob | null>;
  /** An image of a text, from this device or from the server; then this device stores it. */
  image(contentId: string, imageId: string): Promise<BytesAnswer>;
  /**
   * The bytes of a file, from this device or from the server; then this device stores them. `version`: the current one
   * by default.
   */
  file(id: string, version?: number): Promise<BytesAnswer>;
  /** The content of an outbox row as a file; `questionFile/<id>`: of a file that an unsent question names. */
  outboxFile(id: string): Promise<{ name: string; blob: Blob } | null>;
  /** The salvaged content after the databases were deleted, as a file to save; null: there is none. */
  salvagedFile(): Promise<{ name: string; blob: Blob } | null>;
  /** Forwards events that only the page receives: online/offline, focus, hidden. */
  hint(event: 'online' | 'offline' | 'focus' | 'hidden'): Promise<void>;
  /**
   * Pulls everything now, for a document that is missing here. True once all that the server had at the time of the
   * call is here; false if it cannot be asked, or has not answered within five seconds.
   */
  refresh(): Promise<boolean>;
  /** Pauses and resumes syncing, as the person asks. */
  setPaused(paused: boolean): Promise<void>;
  storage(): Promise<StorageReport>;
  /**
   * Deletes the databases that could not be opened, after DEVICE_STORAGE_BROKEN. Data that only they held is lost. The
   * page must reload.
   */
  startOver(): Promise<void>;
  switchCompany(companyId: string): Promise<Account>;
  /**
   * Ends the session and erases the account's data on this device. Without `force`, throws DEVICE_HAS_UNSENT if work is
   * unsynced.
   */
  logout(options: { force: boolean }): Promise<void>;
  /**
   * Locks, unlocks and changes the lock. Throws DEVICE_PIN_WRONG (`left`: attempts), DEVICE_PIN_BLOCKED, DEVICE_BUSY,
   * and the server's errors.
   */
  lock(action: LockAction): Promise<void>;
}
