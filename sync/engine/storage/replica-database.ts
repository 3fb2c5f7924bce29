/**
 * Opens the replica: RxDB over an injected storage, with the collections of the model and the merge as their conflict
 * handler.
 */
import { createRxDatabase, type RxCollection, type RxConflictHandler, type RxDatabase, type RxStorage } from 'rxdb';
import { mergeDocument, type Version } from '../../merge/merge';
import { sameValue } from '../../merge/values';
import { definitionOf, KINDS, KIND_NAMES, type KindName } from '../../model/kinds';
import type { Vault } from './sealing/vault';
import { sealedStorage } from './sealing/sealed-storage';
import { rxSchema } from './schema';
import type { StoredFields } from './stored';

export type ReplicaCollection = RxCollection<StoredFields>;

export interface Replica {
  database: RxDatabase<Record<string, ReplicaCollection>>;
  names: readonly KindName[];
  collection(name: KindName): ReplicaCollection;
}

/** Versions are equal if revision, deletion and abilities agree: a changed role does not change the revision. */
export const sameVersion = (a: Partial<Version>, b: Partial<Version>): boolean =>
  a['rev'] === b['rev'] && Boolean(a._deleted) === Boolean(b._deleted) && sameValue(a['abilities'], b['abilities']);

export const conflictHandler = (collection: KindName): RxConflictHandler<StoredFields> => ({
  isEqual: (a, b) => sameVersion(a, b),
  resolve: async ({ assumedMasterState, newDocumentState, realMasterState }) =>
    ({
      _deleted: false,
      ...mergeDocument(collection, assumedMasterState ?? null, newDocumentState, realMasterState).merged,
    }) as Awaited<ReturnType<RxConflictHandler<StoredFields>['resolve']>>,
});

export interface OpenOptions {
  name: string;
  storage: RxStorage<unknown, unknown>;
  /** encrypts stored documents */
  vault: Vault;
  /** other tabs of the origin write to the same database */
  multiInstance: boolean;
  /** whether no other tab has it open; unknown by default */
  isOnlyTab?: () => Promise<boolean>;
  /** all of the model by default; RxDB's open-source core supports thirteen per realm */
  names?: readonly KindName[];
}

export const createDatabase = (options: OpenOptions): Promise<Replica['database']> =>
  createRxDatabase<Record<string, ReplicaCollection>>({
    name: options.name,
    storage: sealedStorage(options.storage, options.vault, options.isOnlyTab),
    multiInstance: options.multiInstance,
    eventReduce: true,
    allowSlowCount: true,
  });

const creatorOf = (name: KindName) => ({
  schema: rxSchema(definitionOf(name)),
  conflictHandler: conflictHandler(name),
  migrationStrategies: KINDS[name].migrations,
});

export const addCollection = async (database: Replica['database'], name: KindName): Promise<ReplicaCollection> =>
  (await database.addCollections({ [name]: creatorOf(name) }))[name]!;

export async function openReplica(options: OpenOptions): Promise<Replica> {
  const names = options.names ?? KIND_NAMES;
  const database = await createDatabase(options);
  try {
    await database.addCollections(Object.fromEntries(names.map((name) => [name, creatorOf(name)])));
  } catch (error) {
    // Close the opened ones, so that the storage can be repaired. Those that failed cannot be closed.
    void database.close().catch(() => undefined);
    throw error;
  }
  return {
    database,
    names,
    collection(name) {
      const collection = database.collections[name];
      if (!collection) throw new TypeError(`collection ${name} is not open`);
      return collection;
    },
  };
}
