/**
 * The one way to change a replicated document on the server, whether a push, an API call or a job makes the change.
 *
 *   transaction: tick the company clock (row lock to the commit) → read, check, write → commit → announce → pokes
 */
import type { CollectionName, Doc } from '../../../sync/model/registry';
import type { Role } from '../../../sync/model/collection';
import type { Actor } from '../../platform/context';

/** A document as it stands, without abilities (those depend on the reader). */
export type StoredDoc<N extends CollectionName = CollectionName> = Omit<Doc<N>, 'abilities'>;

export interface Member {
  userId: string;
  role: Role;
}

export interface SyncTransaction {
  companyId: string;
  /** this transaction's tick of the company clock */
  seq: number;
  get<N extends CollectionName>(collection: N, id: string): Promise<StoredDoc<N> | null>;
  /** All live documents of a space, or with these ids. */
  list<N extends CollectionName>(collection: N, by: { space: string } | { ids: string[] } | { where: Partial<Record<string, string>> }): Promise<StoredDoc<N>[]>;
  /**
   * Creates or changes a document: raises the revision's height, sets updatedAt and recency, keeps the fields not given, moves it when
   * `space` differs (its old readers get a deletion).
   */
  put<N extends CollectionName>(collection: N, id: string, fields: Partial<Omit<Doc<N>, 'id' | 'rev' | 'updatedAt' | 'recency' | 'abilities'>> & { space?: string }): Promise<StoredDoc<N>>;
  remove(collection: CollectionName, id: string): Promise<void>;
  /** Makes a space. `everyone`: every active member of the company sees it with that role. */
  createSpace(space: string, access: { members?: Member[]; everyone?: Role | null }): Promise<void>;
  /** Sets who sees a space, entirely: gains and losses count from this tick. */
  setAccess(space: string, access: { members: Member[]; everyone?: Role | null }): Promise<void>;
  /** A person's role in a space, null for none. */
  roleIn(space: string, userId: string): Promise<Role | null>;
  members(space: string): Promise<Member[]>;
  spaceExists(space: string): Promise<boolean>;
}

export interface SyncStore {
  /** Runs a writing transaction: ticks the clock first, announces after the commit. Throws DATA_LOCK_FAILED when the lock takes over 3 s. */
  write<T>(companyId: string, work: (tx: SyncTransaction) => Promise<T>): Promise<T>;
  /** Reads without a tick. */
  read<T>(companyId: string, work: (tx: Omit<SyncTransaction, 'put' | 'remove' | 'createSpace' | 'setAccess' | 'seq'>) => Promise<T>): Promise<T>;
  /** A document this person may see, with abilities; null for none. */
  visible<N extends CollectionName>(actor: Actor, collection: N, id: string): Promise<Doc<N> | null>;
}

/** What a push of a client may do with a collection, by the feature that owns it. */
export interface PushPolicy<N extends CollectionName = CollectionName> {
  collection: N;
  /**
   * Judges one write, already valid by the schema. `before` null: a create; `after` null: a delete. Throw CallError to refuse; a CallError
   * SPACE_NOT_FOUND on a create is answered as `retry` (what it lives in may arrive later).
   */
  check(write: { actor: Actor; tx: SyncTransaction; before: StoredDoc<N> | null; after: StoredDoc<N> | null; changed: string[]; role: Role | null }): Promise<void>;
  /** What else the same transaction does: access of a new project's space, deleting what hangs on a deleted document, jobs. */
  apply?(write: { actor: Actor; tx: SyncTransaction; before: StoredDoc<N> | null; after: StoredDoc<N> | null; changed: string[] }): Promise<void>;
}
