/**
 * A replica opened for its rows only, without queries and events: another account's rows are read and written while the
 * open workspace has RxDB's collections (`Documents` needs no more).
 */
import { createRxCollectionStorageInstance, createRxSchema, getWrappedStorageInstance } from 'rxdb';
import { KIND_NAMES, storesOf } from '../../model/kinds';
import { STORES, type StoreName } from '../../model/stores';
import type { StoreCollection } from './kind-rows';
import { addStore, createDatabase, replicaOf, type OpenOptions, type Replica } from './replica-database';
import { storeSchema } from './schema';

/** Opens the stores of the given kinds without RxDB's collections. Throws if one of them cannot be opened. */
export async function openRowsOnly(options: OpenOptions): Promise<Replica> {
  const names = options.names ?? KIND_NAMES;
  const database = await createDatabase(options);
  const collections = new Map<StoreName, StoreCollection>();
  try {
    for (const store of storesOf(names)) {
      // RxDB migrates rows of an earlier version, one collection at a time.
      if (STORES[store].version > 0) {
        const collection = await addStore(database, store);
        await collection.close();
      }
      const schema = createRxSchema(storeSchema(store), database.hashFunction);
      const internalStorageInstance = await createRxCollectionStorageInstance(database, {
        databaseInstanceToken: database.token,
        databaseName: database.name,
        collectionName: store,
        schema: schema.jsonSchema,
        options: {},
        multiInstance: options.multiInstance,
        devMode: false,
      });
      database.onClose.push(() => internalStorageInstance.close());
      const storageInstance = getWrappedStorageInstance(database, internalStorageInstance, schema.jsonSchema);
      collections.set(store, {
        database,
        schema,
        storageInstance,
        internalStorageInstance,
      } as unknown as StoreCollection);
    }
  } catch (error) {
    void database.close().catch(() => undefined);
    throw error;
  }
  return replicaOf(database, names, collections);
}
