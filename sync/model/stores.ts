/**
 * Stores of the replica: one RxDB collection, and so one database of the browser, for all kinds with the same access
 * pattern. RxDB's open-source core stalls with a fourteenth collection; kinds are unlimited.
 *
 * The indexes of a store are fixed: a kind declares which of them it uses and has their fields. A row that lacks the
 * fields of an index costs it nothing. A further index, or a further indexed field, raises the store's version.
 */

/** An index after the kind, which every index begins with. */
interface StoreDefinition {
  /** version of the stored layout (RxDB's schema) */
  version: number;
  indexes: Record<string, readonly string[]>;
  /** documents may be megabytes each: they travel in small pages */
  isLarge: boolean;
}

/** In the order of an initial sync: names first, then lists, then what is read by id. */
export const STORES = {
  /** few documents that everybody needs by name */
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

/** Fields of an index after the kind. */
export const indexFields = (store: StoreName, index: string): readonly string[] =>
  (STORES[store].indexes as Record<string, readonly string[]>)[index] ?? [];
