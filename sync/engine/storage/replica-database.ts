/**
 * Opens the replica: RxDB over an injected storage, with the stores of the model and the merge of a row's kind as their
 * conflict handler.
 */
import { createRxDatabase, type RxConflictHandler, type RxDatabase, type RxStorage } from 'rxdb';
import { mergeDocument, type Version } from '../../merge/merge';
import { sameValue } from '../../merge/values';
import { isKindName, KIND_NAMES, KINDS, storesOf, type KindName } from '../../model/kinds';
import type { StoreName } from '../../model/stores';
import { KindRows, type StoreCollection } from './kind-rows';
import type { Vault } from './sealing/vault';
import { sealedStorage } from './sealing/sealed-storage';
import { migrationsOf, storeSchema } from './schema';
import type { StoredFields } from './stored';

export interface Replica {
  database: RxDatabase<Record<string, StoreCollection>>;
  /** kinds that this replica holds, parents first */
  names: readonly KindName[];
  /** their stores */
  stores: readonly StoreName[];
  /** rows of one kind */
  kind(name: KindName): KindRows;
  store(name: StoreName): StoreCollection;
}

/** Versions are equal if revision, deletion and abilities agree: a changed role does not change the revision. */
export const sameVersion = (a: Partial<Version>, b: Partial<Version>): boolean =>
  a['rev'] === b['rev'] && Boolean(a._deleted) === Boolean(b._deleted) && sameValue(a['abilities'], b['abilities']);

/** Rows of an unknown kind, of a newer version, stay as the server has them. */
export const conflictHandler: RxConflictHandler<StoredFields> = {
  isEqual: (a, b) => sameVersion(a, b),
  resolve: async ({ assumedMasterState, newDocumentState, realMasterState }) => {
    const { key, docKind = '' } = newDocumentState;
    const merged = isKindName(docKind)
      ? mergeDocument(docKind, assumedMasterState ?? null, newDocumentState, realMasterState).merged
      : realMasterState;
    return { _deleted: false, ...merged, key, docKind } as Awaited<
      ReturnType<RxConflictHandler<StoredFields>['resolve']>
    >;
  },
};

export interface OpenOptions {
  name: string;
  storage: RxStorage<unknown, unknown>;
  /** encrypts stored documents */
  vault: Vault;
  /** other tabs of the origin write to the same database */
  multiInstance: boolean;
  /** whether no other tab has it open; unknown by default */
  isOnlyTab?: () => Promise<boolean>;
  /** all kinds of the model by default; only their stores are opened */
  names?: readonly KindName[];
}

export const createDatabase = (options: OpenOptions): Promise<Replica['database']> =>
  createRxDatabase<Record<string, StoreCollection>>({
    name: options.name,
    storage: sealedStorage(options.storage, options.vault, options.isOnlyTab),
    multiInstance: options.multiInstance,
    eventReduce: true,
    allowSlowCount: true,
  });

const creatorOf = (store: StoreName) => ({
  schema: storeSchema(store),
  conflictHandler,
  migrationStrategies: migrationsOf(store),
});

export const addStore = async (database: Replica['database'], store: StoreName): Promise<StoreCollection> =>
  (await database.addCollections({ [store]: creatorOf(store) }))[store]!;

/** A replica of kinds over their opened stores. */
export function replicaOf(
  database: Replica['database'],
  names: readonly KindName[],
  collections: ReadonlyMap<string, StoreCollection>,
): Replica {
  const store = (name: StoreName): StoreCollection => {
    const collection = collections.get(name);
    if (!collection) throw new TypeError(`store ${name} is not open`);
    return collection;
  };
  const kinds = new Map(names.map((name) => [name, new KindRows(name, store(KINDS[name].store))]));
  return {
    database,
    names,
    stores: storesOf(names),
    store,
    kind(name) {
      const rows = kinds.get(name);
      if (!rows) throw new TypeError(`kind ${name} is not open`);
      return rows;
    },
  };
}

/** Opens the stores of the given kinds. Throws if one of them cannot be opened; then nothing stays open. */
export async function openReplica(options: OpenOptions): Promise<Replica> {
  const names = options.names ?? KIND_NAMES;
  const stores = storesOf(names);
  const database = await createDatabase(options);
  try {
    const collections = await database.addCollections(
      Object.fromEntries(stores.map((store) => [store, creatorOf(store)])),
    );
    return replicaOf(database, names, new Map(Object.entries(collections)));
  } catch (error) {
    // Close the opened ones, so that the storage can be repaired. Those that failed cannot be closed.
    void database.close().catch(() => undefined);
    throw error;
  }
}
