/**
 * RxDB schemas of the stores. They declare only what RxDB must know, the key and the indexed fields; other fields are
 * stored as they are (the kinds' valibot schemas validate them), so that a new kind or field needs no migration and
 * unknown fields survive.
 *
 *   row   key `<kind>/<id>` · docKind · the document's fields · waits, pending · RxDB's own
 *
 * Declared fields are stored in plain (sync/engine/storage/sealing): ids, times, flags and kinds, never written
 * content.
 */
import type { RxJsonSchema } from 'rxdb';
import { definitionOf, isKindName, KINDS, type KindName } from '../../model/kinds';
import { INDEXED_FIELDS, indexesOf, STORES, type StoreName } from '../../model/stores';
import type { StoredFields } from './stored';

/** Longest name of a kind, id and name of a space (sync/model/ids). */
const KIND_LENGTH = 40;
const ID_LENGTH = 64;
const SPACE_LENGTH = 128;

/** RxDB's own beginning and end of an index. */
const physical = (fields: readonly string[]): string[] => ['_deleted', ...fields, 'key'];

/** Pending rows; at rest only they have the field `waits`. */
const PENDING = ['waits', 'docKind'];
export const PENDING_INDEX = physical(PENDING);
/** Declared by RxDB for every collection, and not created (lean-storage.ts): such a query reads a range of keys. */
const KEY_INDEX = physical([]);
export const isKeyIndex = (index: readonly string[]): boolean => index.join() === KEY_INDEX.join();
/** RxDB's order of writes over a whole store, replaced by one for each kind (lean-storage.ts). */
export const isWriteOrder = (index: readonly string[]): boolean => index.join() === '_meta.lwt,key';

/** Key of a document in its store. */
export const keyOf = (kind: KindName, id: string): string => `${kind}/${id}`;
export const idOf = (key: string): string => key.slice(key.indexOf('/') + 1);
/** All keys of a kind: from the first to before the second. `0` follows `/`. */
export const keysOf = (kind: KindName): [string, string] => [`${kind}/`, `${kind}0`];

/** The RxDB schema of a store. */
export function storeSchema(store: StoreName): RxJsonSchema<StoredFields> {
  const indexes = Object.values(indexesOf(store));
  return {
    version: STORES[store].version,
    primaryKey: 'key',
    type: 'object',
    properties: {
      key: { type: 'string', maxLength: KIND_LENGTH + 1 + ID_LENGTH },
      docKind: { type: 'string', maxLength: KIND_LENGTH },
      space: { type: 'string', maxLength: SPACE_LENGTH },
      waits: { type: 'boolean' },
      ...Object.fromEntries(indexes.flat().map((field) => [field, INDEXED_FIELDS[field]])),
    },
    // Writes are not validated: a row without the fields of an index is not in it.
    required: ['key', ...PENDING, ...new Set(indexes.flat())],
    indexes: [PENDING, ...indexes.map((fields) => ['docKind', ...fields])],
    additionalProperties: true,
  } as unknown as RxJsonSchema<StoredFields>;
}

/**
 * Changes rows of a store's earlier versions by their kinds' migrations. The first raised version adds RxDB's plugin
 * `migration-schema`, without which RxDB refuses to open the store; until then it would only be loaded.
 */
export const migrationsOf = (store: StoreName): Record<number, (old: StoredFields) => StoredFields | null> =>
  Object.fromEntries(
    Array.from({ length: STORES[store].version }, (_, i) => [
      i + 1,
      (old: StoredFields) => {
        const kind = String(old.docKind);
        const migrate = isKindName(kind) ? definitionOf(kind).migrations[i + 1] : undefined;
        return migrate ? (migrate(old) as StoredFields | null) : old;
      },
    ]),
  );

/** Plain fields of a kind's rows. Indexed fields that the kind does not use it stores like any other field. */
export function plainFields(store: StoreName, kind: string, { properties }: { properties: object }): Set<string> {
  const used = isKindName(kind) ? KINDS[kind].indexes.flatMap((index) => indexesOf(store)[index] ?? []) : [];
  const unused: ReadonlySet<string> = new Set(
    Object.values(indexesOf(store))
      .flat()
      .filter((field) => !used.includes(field)),
  );
  return new Set(Object.keys(properties).filter((field) => !unused.has(field)));
}

/**
 * The index for a query of a kind: the one with most of the query's fixed fields, then the one that ends in its order.
 * A kind without indexes is read by its keys.
 */
export function indexFor(kind: KindName, selector: Record<string, unknown>, sort: readonly object[] = []): string[] {
  const { store, indexes } = definitionOf(kind);
  const isFixed = (field: string): boolean => {
    const value = selector[field];
    return value !== undefined && (typeof value !== 'object' || (value !== null && '$eq' in value));
  };
  const first = Object.keys(sort[0] ?? { recency: 'asc' })[0];
  const rated = indexes.map((name) => {
    const fields: readonly string[] = indexesOf(store)[name] ?? [];
    const open = fields.findIndex((field) => !isFixed(field));
    const fixed = open < 0 ? fields.length : open;
    return { fields, rating: fixed * 2 + (fields[fixed] === first ? 1 : 0) };
  });
  const [best] = rated.sort((a, b) => b.rating - a.rating);
  return best ? physical(['docKind', ...best.fields]) : KEY_INDEX;
}
