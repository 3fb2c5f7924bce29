/**
 * The one way to change a replicated document on the server, whether a push, an API call or a job makes the change.
 *
 *   transaction: tick the company clock (row lock to the commit) → read, check, write → commit → announce → pokes
 */
import type { KindName, Doc } from '../../sync/model/kinds';
import type { Role } from '../../sync/model/kind';
import type { Actor } from '../platform/context';

/** A document as it stands, without abilities (those depend on the reader). */
export type StoredDoc<N extends KindName = KindName> = Omit<Doc<N>, 'abilities'>;

export interface Member {
  userId: string;
  role: Role;
}

export interface SyncTransaction {
  companyId: string;
  /** this transaction's tick of the company clock */
  seq: number;
  get<N extends KindName>(collection: N, id: string): Promise<StoredDoc<N> | null>;
  /** All live documents of a space, with these ids, or whose fields have these values (by an index where a field's name ends in `Id`). */
  list<N extends KindName>(
    collection: N,
    by: { space: string } | { ids: string[] } | { where: Partial<Record<string, string>> },
  ): Promise<StoredDoc<N>[]>;
  /**
   * Creates or changes a document: raises the revision's height, sets updatedAt and recency, keeps the fields not given, moves it when
   * `space` differs (its old readers get a deletion). `at`: when it was changed, in milliseconds, for what tells of the past; else now.
   */
  put<N extends KindName>(
    collection: N,
    id: string,
    fields: Partial<Omit<Doc<N>, 'id' | 'rev' | 'updatedAt' | 'recency' | 'abilities'>> & { space?: string },
    at?: number,
  ): Promise<StoredDoc<N>>;
  remove(collection: KindName, id: string): Promise<void>;
  /** Makes a space; one that is there gets this access. `everyone`: every active member of the company sees it with that role. */
  createSpace(space: string, access: { members?: Member[]; everyone?: Role | null }): Promise<void>;
  /** Sets who sees a space, entirely: gains and losses count from this tick. */
  setAccess(space: string, access: { members: Member[]; everyone?: Role | null }): Promise<void>;
  /** A person's role in a space, null for none. */
  roleIn(space: string, userId: string): Promise<Role | null>;
  /** Who was granted the space by name and is active; not those who see it because everyone does. */
  members(space: string): Promise<Member[]>;
  spaceExists(space: string): Promise<boolean>;
}

export interface SyncStore {
  /** Runs a writing transaction: ticks the clock first, announces after the commit. Throws DATA_LOCK_FAILED when the lock takes over 3 s. */
  write<T>(companyId: string, work: (tx: SyncTransaction) => Promise<T>): Promise<T>;
  /** Reads without a tick. */
  read<T>(
    companyId: string,
    work: (tx: Omit<SyncTransaction, 'put' | 'remove' | 'createSpace' | 'setAccess' | 'seq'>) => Promise<T>,
  ): Promise<T>;
  /** A document this person may see, with abilities; null for none. */
  visible<N extends KindName>(actor: Actor, collection: N, id: string): Promise<Doc<N> | null>;
}

/**
 * What a push of a client may do with a collection, by the feature that owns it. Before it is asked, the push itself has refused what
 * is invalid by the schema, a changed field of merge rule `server`, a change without the ability `update` and a deletion without
 * `delete`, and a target space in which the person has no part.
 */
export interface PushPolicy<N extends KindName = KindName> {
  collection: N;
  /**
   * Judges one write. `before` null: a create, or the return of a deleted document; `after` null: a delete. `role`: the person's in the
   * space of `before`, for a create in its space; null only for a create whose own space (`<kind>:<its id>`) is still to be made by
   * `apply`. A move changes `space`: ask tx.roleIn for the right in the new one. Throw CallError to refuse; SPACE_NOT_FOUND on a create
   * is answered as `retry` (what it lives in may arrive later).
   */
  check(write: {
    actor: Actor;
    tx: SyncTransaction;
    before: StoredDoc<N> | null;
    after: StoredDoc<N> | null;
    changed: string[];
    role: Role | null;
  }): Promise<void>;
  /**
   * What else the same transaction does, the document being written already: access of a new project's space, deleting what hangs on a
   * deleted document, jobs. A CallError refuses the write after all and undoes everything of it.
   */
  apply?(write: {
    actor: Actor;
    tx: SyncTransaction;
    before: StoredDoc<N> | null;
    after: StoredDoc<N> | null;
    changed: string[];
  }): Promise<void>;
}
