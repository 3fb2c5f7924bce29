/**
 * How a replicated collection is declared: one valibot schema, from which the replica's RxDB schema, the server's validation and
 * all types come; the indexes; how its fields merge; and what a person with a role may do with a document.
 */
import * as v from 'valibot';
import { Id, SpaceName } from './id-schemas';
import { LATEST, whole } from './numbers';
import { Rev } from './rev';

/** A person's part in a space. Greater parts include the smaller ones. */
export type Role = 'owner' | 'contributor' | 'viewer';

/** What a person may do with a document. The server computes it, the replica carries it, the page shows or hides by it. */
export type Ability = 'update' | 'delete' | 'share' | 'manage' | 'move' | 'addNote' | 'addMeeting';

/** Who asks: ids of the person and the company the replica belongs to. */
export interface Viewer {
  userId: string;
  companyId: string;
}

/**
 * How a field merges when both sides changed it (sync/merge):
 *  - `value`   three-way; of two edits the later by `updatedAt` stays, the other is kept in the conflict inbox
 *  - `set`     an array of strings, merged by member
 *  - `byId`    an array of `{id, …}`, merged by id, each element's fields as `value`
 *  - `yjs`     base64 of a Yjs state, merged by Yjs
 *  - `max`     the larger number
 *  - `first`   the smaller number; 0 is none
 *  - `or`      true wins (a read notification stays read)
 *  - `server`  the server's value always stands; a client's is never pushed
 *  - `derived` computed from other fields; after a merge the later value stands and nothing is kept
 */
export type MergeRule = 'value' | 'set' | 'byId' | 'yjs' | 'max' | 'first' | 'or' | 'server' | 'derived';

/** Smallest `recency`: the year 2100. */
export const RECENCY_MIN = -LATEST;

/** What every replicated document carries. */
export const baseFields = {
  id: Id,
  space: SpaceName,
  rev: Rev,
  /** milliseconds since the epoch, by the server's clock as this device estimates it */
  updatedAt: whole({ max: LATEST }),
  /** `-updatedAt`: a descending sort never uses an index */
  recency: whole({ min: RECENCY_MIN, max: 0 }),
  abilities: v.array(v.string()),
};

export interface CollectionDefinition<N extends string = string, S extends v.ObjectEntries = v.ObjectEntries> {
  name: N;
  /** version of the RxDB schema; a change of stored shape raises it and adds a migration */
  version: number;
  schema: v.LooseObjectSchema<typeof baseFields & S, undefined>;
  /** own fields, without the base */
  fields: S;
  indexes: string[][];
  merge: { [K in keyof S]: MergeRule };
  /** `pull` collections take no client writes at all */
  direction: 'both' | 'pull';
  /** what a person with this role in the document's space may do */
  abilities: (doc: Record<string, unknown>, role: Role, viewer: Viewer) => Ability[];
  /** RxDB migration strategies by version */
  migrations: Record<number, (old: Record<string, unknown>) => Record<string, unknown> | null>;
}

/**
 * Declares a collection. Unknown fields pass (`looseObject`), so that they survive a round trip through an older client.
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
