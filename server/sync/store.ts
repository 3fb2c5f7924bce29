/**
 * The only way to change a replicated document on the server, for pushes, API calls and jobs.
 *
 *   transaction: tick the company clock (row lock to the commit) → read, check, write → commit → announce → pokes
 */
import type { KindName, Doc } from '../../sync/model/kinds';
import type { Role } from '../../sync/model/kind';
import type { Actor } from '../platform/context';

/** A stored document, without abilities, which depend on the reader. */
export type StoredDoc<N extends KindName = KindName> = Omit<Doc<N>, 'abilities'>;

export interface Member {
  userId: string;
  role: Role;
}

export interface SyncTransaction {
  companyId: string;
  /** this transaction's tick of the company clock */
  seq: number;
  /** milliseconds since the epoch */
  now(): number;
  get<N extends KindName>(collection: N, id: string): Promise<StoredDoc<N> | null>;
  /**
   * All live documents of a space, with these ids, or whose fields have these values (by an index where a field's name ends
   * in `Id`). `updatedSince`: milliseconds since the epoch.
   */
  list<N extends KindName>(
    collection: N,
    by: { space: string } | { ids: string[] } | { where: Partial<Record<string, string>>; updatedSince?: number },
  ): Promise<StoredDoc<N>[]>;
  /**
   * Creates or changes a document: raises the revision's height, sets updatedAt and recency, keeps fields that are not
   * given, moves it if `space` differs (readers of the old space receive a deletion).
   * @param at time of the change in milliseconds, for imported documents; now by default
   */
  put<N extends KindName>(
    collection: N,
    id: string,
    fields: Partial<Omit<Doc<N>, 'id' | 'rev' | 'updatedAt' | 'recency' | 'abilities'>> & { space?: string },
    at?: number,
  ): Promise<StoredDoc<N>>;
  remove(collection: KindName, id: string): Promise<void>;
  /** Records who deleted a document, which this transaction removes: that person's action can be undone from the trash. */
  intoTrash(collection: KindName, id: string, userId: string, detached?: readonly string[]): Promise<void>;
  /** Ids that `intoTrash` recorded as `detached`: documents that the deletion only took out of the deleted one. */
  detachedFrom(collection: KindName, id: string): Promise<string[]>;
  /**
   * Restores a deleted document with what was deleted with it, as they were. Null if it is not deleted, or its content is
   * erased. The caller places it: access may have changed since.
   */
  restore<N extends KindName>(collection: N, id: string): Promise<StoredDoc<N> | null>;
  /**
   * Erases the content of a deleted document and of what was deleted with it; their rows stay, as tombstones.
   * Returns the ids of the erased documents.
   * @param by erases what this person created and what has no creator, each with its child documents; all by default
   */
  erase(collection: KindName, id: string, by?: string): Promise<string[]>;
  /** Records that notifications go out by e-mail and push, as their receivers choose (server/organization/notices). */
  deliver(notices: readonly { id: string; userId: string }[], at: number): Promise<void>;
  /** Creates a space, or replaces the access to an existing one. `everyone`: role of every active member of the company. */
  createSpace(space: string, access: { members?: Member[]; everyone?: Role | null }): Promise<void>;
  /** Replaces the access to a space; gains and losses count from this tick. */
  setAccess(space: string, access: { members: Member[]; everyone?: Role | null }): Promise<void>;
  /** A person's role in a space, null for none. */
  roleIn(space: string, userId: string): Promise<Role | null>;
  /** Active members who were granted the space by name; not those who see it because everyone does. */
  members(space: string): Promise<Member[]>;
  spaceExists(space: string): Promise<boolean>;
  /** The ids of the given people who are active members and can now see the space given with them. Each person at most once. */
  readersOf(pairs: readonly { userId: string; space: string }[]): Promise<Set<string>>;
}

export interface SyncStore {
  /**
   * Runs a writing transaction: ticks the clock first, announces after the commit. Throws DATA_LOCK_FAILED if the lock
   * takes more than 3 s.
   */
  write<T>(companyId: string, work: (tx: SyncTransaction) => Promise<T>): Promise<T>;
  /** Reads without a tick. */
  read<T>(
    companyId: string,
    work: (
      tx: Omit<
        SyncTransaction,
        | 'put'
        | 'now'
        | 'remove'
        | 'intoTrash'
        | 'detachedFrom'
        | 'restore'
        | 'erase'
        | 'deliver'
        | 'createSpace'
        | 'setAccess'
        | 'seq'
      >,
    ) => Promise<T>,
  ): Promise<T>;
  /** A document with its abilities; null if it is missing or hidden from the person. */
  visible<N extends KindName>(actor: Actor, collection: N, id: string): Promise<Doc<N> | null>;
}

/**
 * Rules of a feature for pushes into its collection. Before them, push has refused documents that are invalid by the
 * schema, changes of fields with the merge rule `server`, updates and deletions without the ability, and target spaces in
 * which the person has no role.
 */
export interface PushPolicy<N extends KindName = KindName> {
  collection: N;
  /**
   * Checks one write; throws CallError to refuse it. SPACE_NOT_FOUND on a create is answered with `retry`, as its parent
   * may arrive later. `before` null: a create or an undelete; `after` null: a delete. `role`: the person's role in the
   * space of `before`, or of `after` for a create; null only for a create whose own space (`<kind>:<its id>`) `apply`
   * still has to create. A move changes `space`: read the role in the new one by tx.roleIn.
   */
  check(write: {
    actor: Actor;
    tx: SyncTransaction;
    before: StoredDoc<N> | null;
    after: StoredDoc<N> | null;
    changed: string[];
    role: Role | null;
    /** the deleted document that the write restores */
    restored?: StoredDoc<N> | null;
  }): Promise<void>;
  /**
   * Side effects in the same transaction, after the document is staged: access of a new project's space, deletion of
   * child documents, jobs. A CallError refuses the write and undoes all of it.
   */
  apply?(write: {
    actor: Actor;
    tx: SyncTransaction;
    before: StoredDoc<N> | null;
    after: StoredDoc<N> | null;
    changed: string[];
  }): Promise<void>;
}
