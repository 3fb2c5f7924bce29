/**
 * Declaration of a replicated collection. One valibot schema yields the replica's RxDB schema, the server's validation
 * and all types; the declaration adds indexes, a merge rule for each field, and the abilities of each role.
 */
import * as v from 'valibot';
import { Id, SpaceName } from './id-schemas';
import { LATEST, whole } from './numbers';
import { Rev } from './rev';

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
 *  - `byId`    an array of `{id, …}`, merged by id; the fields of each element merge as `value`
 *  - `yjs`     base64 of a Yjs state, merged by Yjs
 *  - `max`     the larger number
 *  - `first`   the smaller number; 0 means none
 *  - `or`      true wins (a read notification stays read)
 *  - `server`  the server's value wins; a client's value is never pushed
 *  - `derived` computed from other fields; the later value wins and no conflict version is recorded
 */
export type MergeRule = 'value' | 'set' | 'byId' | 'yjs' | 'max' | 'first' | 'or' | 'server' | 'derived';

/** Lower bound of `recency`: the year 2100. */
export const RECENCY_MIN = -LATEST;

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

export interface CollectionDefinition<N extends string = string, S extends v.ObjectEntries = v.ObjectEntries> {
  name: N;
  /** version of the RxDB schema; a change of the stored layout raises it and adds a migration */
  version: number;
  schema: v.LooseObjectSchema<typeof baseFields & S, undefined>;
  /** the collection's own fields, without the base fields */
  fields: S;
  indexes: string[][];
  merge: { [K in keyof S]: MergeRule };
  /** `pull` collections accept no client writes */
  direction: 'both' | 'pull';
  /** abilities of a role in the document's space */
  abilities: (doc: Record<string, unknown>, role: Role, viewer: Viewer) => Ability[];
  /** RxDB migration strategies by version */
  migrations: Record<number, (old: Record<string, unknown>) => Record<string, unknown> | null>;
}

/**
 * Declares a collection. Unknown fields pass validation (`looseObject`), so that they survive a round trip through an
 * older client.
 */
export function defineCollection<N extends string, S extends v.ObjectEntries>(
  declared: Omit<CollectionDefinition<N, S>, 'schema' | 'migrations'> & {
    migrations?: CollectionDefinition['migrations'];
  },
): CollectionDefinition<N, S> {
  return { migrations: {}, ...declared, schema: v.looseObject({ ...baseFields, ...declared.fields }) };
}

/** The type of a collection's documents. */
export type DocOf<C> =
  C extends CollectionDefinition<string, infer S>
    ? v.InferOutput<v.ObjectSchema<typeof baseFields & S, undefined>>
    : never;
