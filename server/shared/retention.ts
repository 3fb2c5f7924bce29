/**
 * Interface of retention between the organization's nightly job and the features. A feature declares which of its
 * documents expire (`RetentionRule`); the core finds and deletes them by these rules (`DocumentExpiry`); the
 * organization decides when.
 */
import type { KindName } from '../../sync/model/kinds';
import type { Platform } from '../platform/context';
import type { SyncTransaction } from '../sync/store';

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
/** The count of a receipt that a document is in. */
export type DocumentCount = Exclude<keyof RetentionCounts, 'recordings' | 'bytes'>;

/**
 * A document expires by the newest `updatedAt` of itself, its child documents and its keepers (sync/model/kinds.ts), or by
 * the age of its content alone, and is deleted with its children and with the documents within it.
 */
export interface RetentionRule {
  collection: KindName;
  /** of project items: these types only, by the time of their content (`contentAt`; of their creation while they have none) */
  itemTypes?: readonly string[];
  /** the same in all rules of a collection; absent: in no count */
  countedAs?: DocumentCount;
  /** Counts what else is deleted with these documents. */
  stored?(
    database: Pick<Platform, 'db'>,
    companyId: string,
    ids: readonly string[],
  ): Promise<Partial<Pick<RetentionCounts, 'recordings' | 'bytes'>>>;
  /** Ends work on deleted documents of these ids, in the deleting transaction. */
  deleted?(database: RetentionDatabase, companyId: string, ids: readonly string[]): Promise<void>;
  /** kinds within the collection whose changes keep the document that they are in; `retentionRules` fills it in */
  keepers?: readonly KindName[];
}
export type RetentionDatabase = Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs'>;

export interface Expired {
  collection: KindName;
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
  /** The count that a document is in; null for none. */
  countOf(found: Expired): DocumentCount | null;
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
