/**
 * Stores of the replica: one RxDB collection, and so one IndexedDB database, for all kinds with the same access
 * pattern. RxDB's open-source core stalls with a fourteenth collection; the number of kinds is unlimited.
 *
 * The indexes of a store are fixed. A kind declares which of them it uses; its rows do not appear in the others. A new
 * index, or a new field of one, raises the store's version.
 */
import { RECENCY_MIN } from './numbers';

interface StoreDefinition {
  /** version of the stored layout (RxDB's schema) */
  version: number;
  /** fields of each index after the kind, with which every index begins */
  indexes: Record<string, readonly IndexedField[]>;
  /** documents may be megabytes each, so pulls and pushes have few per page */
  isLarge: boolean;
}

/**
 * Fields of indexes with their types. They are stored unencrypted: only ids, times and flags, never written content.
 */
export const INDEXED_FIELDS = {
  recency: { type: 'number', minimum: RECENCY_MIN, maximum: 0, multipleOf: 1 },
  projectId: { type: 'string', maxLength: 64 },
  parentId: { type: 'string', maxLength: 64 },
  /** position among the children of a parent */
  position: { type: 'number', minimum: 0, maximum: 2 ** 31, multipleOf: 1 },
  read: { type: 'boolean' },
} as const;
type IndexedField = keyof typeof INDEXED_FIELDS;

/** In the order of an initial sync: names first, then lists, then documents read by id. */
export const STORES = {
  /** few documents, such as names, that all members need */
  directory: { version: 0, isLarge: false, indexes: { recent: ['recency'] } },
  /** documents of one person */
  personal: { version: 0, isLarge: false, indexes: { recent: ['recency'], unread: ['read', 'recency'] } },
  /** rows of lists */
  items: {
    version: 0,
    isLarge: false,
    indexes: { recent: ['recency'], project: ['projectId', 'recency'], parent: ['parentId', 'position'] },
  },
  /** texts, read by id */
  contents: { version: 0, isLarge: true, indexes: {} },
} as const satisfies Record<string, StoreDefinition>;

export type StoreName = keyof typeof STORES;
export type IndexOf<S extends StoreName> = keyof (typeof STORES)[S]['indexes'] & string;
export const STORE_NAMES = Object.keys(STORES) as StoreName[];

/** The indexes of a store by name. */
export const indexesOf = (store: StoreName): Readonly<Record<string, readonly IndexedField[]>> => STORES[store].indexes;
