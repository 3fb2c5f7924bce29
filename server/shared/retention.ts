/**
 * Interface of retention between the organization's nightly job and the features. A feature declares which of its
 * documents expire (`RetentionRule`); the core finds and deletes them by these rules (`DocumentExpiry`); the
 * organization decides when.
 */
import type { SyncTransaction } from '../sync/store';

/**
 * A document expires by the newest `updatedAt` of itself and its child documents (sync/model/kinds.ts), or by the age of its
 * content alone, and is deleted with its children.
 */
export interface RetentionRule {
  collection: Expired['collection'];
  /** of project items: these types only, by the time of their content (`contentAt`; of their creation while they have none) */
  itemTypes?: readonly string[];
}

/** Numbers of documents by kind; `bytes` are those of the recordings and files. */
export interface RetentionCounts {
  notes: number;
  meetings: number;
  recordings: number;
  /** files and links */
  files: number;
  chats: number;
  bytes: number;
}

export interface Expired {
  collection: 'notes' | 'meetings' | 'projectItems' | 'threads';
  id: string;
  creatorId: string;
}

export interface RetentionLimit {
  /** milliseconds since the epoch: documents changed at or after it stay */
  before: number;
  /**
   * a tick of the company's clock: documents that reached the server after it stay, whenever they were changed; absent:
   * unlimited
   */
  seq?: number | undefined;
  /** only among these ids */
  ids?: readonly string[] | undefined;
}

/** Milliseconds during which an edit made before the deletion restores a deleted document with its content. */
export const ERASED_AFTER_MS = 7 * 24 * 60 * 60_000;
/** Number of documents in one deleting transaction, which holds the company's clock. */
export const RETENTION_BATCH = 100;

export interface DocumentExpiry {
  find(companyId: string, limit: RetentionLimit): Promise<Expired[]>;
  /** Counts the documents, and the recordings and bytes of those among them. */
  count(companyId: string, found: readonly Expired[]): Promise<RetentionCounts>;
  /** Deletes those candidates that are still expired, in the caller's writing transaction. Returns the deleted ones. */
  remove(
    tx: SyncTransaction,
    candidates: readonly Expired[],
    limit: Omit<RetentionLimit, 'ids'>,
    now: number,
  ): Promise<Expired[]>;
  /**
   * Ends the time in the trash of documents that people deleted and that are expired by now: `erase` treats them as
   * those that retention deleted. In the caller's writing transaction.
   */
  endTrash(tx: SyncTransaction, before: number, now: number): Promise<void>;
  /**
   * Erases the content of documents that retention deleted before `before` and no edit restored. Returns their number.
   */
  erase(companyId: string, before: number): Promise<number>;
}
