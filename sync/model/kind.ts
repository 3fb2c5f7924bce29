/**
 * Declaration of a kind of replicated document. One valibot schema yields the server's validation and all types; the
 * declaration adds the store with the indexes in use, a merge rule for each field, and the abilities of each role. Data
 * about a kind is here; code for it is in lists of the modules that use it (decision 123). All modules read these
 * declarations through `kinds.ts`.
 */
import * as v from 'valibot';
import { Id, SpaceName } from './id-schemas';
import type { SpaceKind } from './ids';
import { LATEST, RECENCY_MIN, whole } from './numbers';
import { Rev } from './rev';
import type { IndexOf, StoreName } from './stores';

/** Role of a person in a space. A higher role includes the lower ones. */
export type Role = 'owner' | 'contributor' | 'viewer';

/**
 * An action a person may take on a document. The server computes abilities, the replica stores them, and screens show
 * or hide controls by them.
 */
export type Ability = 'update' | 'delete' | 'share' | 'manage' | 'move' | 'addNote' | 'addMeeting';

/** The reading account: ids of the person and the company that the replica belongs to. */
export interface Viewer {
  userId: string;
  companyId: string;
}

/**
 * Merge rule of a field that both sides changed (sync/merge):
 *  - `value`   three-way; of two edits the later by `updatedAt` wins, the other becomes a conflict version in the inbox
 *  - `set`     an array of strings, merged by member
 *  - `audience` as `set`; but if one side made the document private (`shareRange`), its list is taken unchanged
 *  - `byId`    an array of `{id, …}`, merged by id; the fields of each element merge as `value`
 *  - `yjs`     base64 of a Yjs state, merged by Yjs
 *  - `max`     the larger number
 *  - `first`   the smaller number; 0 means none
 *  - `or`      true wins (a read notification stays read)
 *  - `server`  the server's value wins; a client's value is never pushed
 *  - `derived` computed from other fields; the later value wins and no conflict version is recorded
 */
export type MergeRule = 'value' | 'set' | 'audience' | 'byId' | 'yjs' | 'max' | 'first' | 'or' | 'server' | 'derived';

/** Fields of every replicated document. */
export const baseFields = {
  id: Id,
  space: SpaceName,
  rev: Rev,
  /** milliseconds since the epoch, in server time as this device estimates it */
  updatedAt: whole({ max: LATEST }),
  /** `-updatedAt`, because RxDB cannot use an index for a descending sort */
  recency: whole({ min: RECENCY_MIN, max: 0 }),
  abilities: v.array(v.string()),
};

/** A child document: its id is derived from the parent's, and it is deleted and restored only with the parent. */
export interface ChildParent {
  kind: string;
  idPrefix: string;
  /** a key of the `outbox:kind` texts for children of this parent; the key of the kind by default */
  label?: string;
  /**
   * The child does not exist until a person first edits it. Everyone with the ability `update` on the parent may create
   * it.
   */
  isCreatedByEdit?: boolean;
}

/** The document that a document belongs to. With `field` that field holds its id, '' for none. */
export type Parent = { kind: string; field: string } | ChildParent;

/** The field of a document in which a search result was found. */
export type PassageField =
  'title' | 'text' | 'description' | 'participants' | 'moments' | 'transcript' | 'summary' | 'content';

/** A field whose text is added to the search index. The text of a `yjs` field is taken from its Yjs state. */
export interface SearchedField {
  passage: PassageField;
  /** holds a text, or a list of elements */
  field: string;
  /** for a list: the field of each element that holds the text */
  each?: string;
  /** each element is a separate passage, identified by the element's id */
  isApart?: boolean;
}

/** `result`: the document itself is a search result; `part`: its parent is. */
export type SearchRole = 'result' | 'part' | 'none';

export interface SearchedBy<R extends SearchRole> {
  role: R;
  fields: readonly SearchedField[];
  /** rows that are searched; all by default */
  when?: (row: Record<string, unknown>) => boolean;
}

/** How deleted documents of a kind appear in the trash (server/core/trash): each is an entry that can be restored. */
export interface Restorable {
  /** field with the id of the person who may restore a document, and who alone may erase it */
  owner: 'ownerId' | 'creatorId' | 'addedBy';
  /** the lowest role in its space with which other people restore it; null: they cannot */
  restoredBy: Exclude<Role, 'viewer'> | null;
  /** the kind of space `<space>:<id>` that exists for a single document; null for none */
  ownSpace: SpaceKind | null;
  /**
   * fields to reset when a document that matches passes to another owner, as they are decisions of the earlier owner
   */
  endsWithOwner?: { where: Record<string, unknown>; set: Record<string, unknown> };
}

export interface KindDefinition<
  N extends string = string,
  S extends v.ObjectEntries = v.ObjectEntries,
  R extends SearchRole = SearchRole,
  D extends Restorable | null = Restorable | null,
> {
  name: N;
  store: StoreName;
  schema: v.LooseObjectSchema<typeof baseFields & S, undefined>;
  /** the kind's own fields, without the base fields */
  fields: S;
  /** the store's indexes in use */
  indexes: readonly string[];
  merge: { [K in keyof S]: MergeRule };
  /** clients do not write documents of a `pull` kind */
  direction: 'both' | 'pull';
  /** Abilities of a role in the document's space. */
  abilities: (doc: Record<string, unknown>, role: Role, viewer: Viewer) => Ability[];
  /** possible parents; the first that applies is used */
  parents: readonly Parent[];
  /** most characters of a document as JSON, without its Yjs state */
  dataMax: number;
  /** error code for a larger document */
  tooLarge: string;
  /**
   * for kinds that devices create: initial values of the fields that only the server changes. null: only the server
   * creates them
   */
  createdWith: Record<string, unknown> | null;
  /** number of newest documents that an initial sync sends first, for the first screens */
  ahead: number;
  search: SearchedBy<R> | null;
  /** null: a deleted document is not in the trash, or only together with another document */
  trash: D;
  /** a key of the `outbox:kind` texts; `document` for a kind without a name of its own there */
  label: string;
  /**
   * Kinds of child documents and of documents within it, and `bytes` for its files. While one of them is pending, the
   * outbox lists only that row instead of the document, since people see them as one document.
   */
  listedAs: readonly string[];
  /** Path of the screen that shows a document; '' for none. For child documents: that of their parent. */
  link: (doc: { id: string } & Record<string, unknown>) => string;
  /** Changes of the stored layout by the store's version; null drops the row. */
  migrations: Record<number, (old: Record<string, unknown>) => Record<string, unknown> | null>;
}

/** characters of JSON */
const DATA_MAX = 4 * 1024 * 1024;

type Optional =
  | 'parents'
  | 'listedAs'
  | 'dataMax'
  | 'tooLarge'
  | 'createdWith'
  | 'ahead'
  | 'search'
  | 'trash'
  | 'link'
  | 'migrations';

/**
 * Declares a kind. Unknown fields pass validation (`looseObject`), so that they survive a round trip through an older
 * client.
 */
export function defineKind<
  N extends string,
  S extends v.ObjectEntries,
  T extends StoreName,
  R extends SearchRole = 'none',
  D extends Restorable | null = null,
>(
  declared: Omit<KindDefinition<N, S, R, D>, 'schema' | 'store' | 'indexes' | Optional> &
    Partial<Pick<KindDefinition<N, S, R, D>, Optional>> & { store: T; indexes: readonly IndexOf<T>[] },
): KindDefinition<N, S, R, D> {
  return {
    parents: [],
    listedAs: [],
    dataMax: DATA_MAX,
    tooLarge: 'DOCUMENT_INVALID',
    createdWith: null,
    ahead: 0,
    search: null,
    trash: null as D,
    link: () => '',
    migrations: {},
    ...declared,
    schema: v.looseObject({ ...baseFields, ...declared.fields }),
  };
}

/** The type of a kind's documents. */
export type DocOf<K> =
  K extends KindDefinition<string, infer S> ? v.InferOutput<v.ObjectSchema<typeof baseFields & S, undefined>> : never;
