/**
 * A replica opened for its rows only, without queries and events. RxDB's open-source core supports thirteen collections
 * per realm, all of which an open workspace uses; this is how another account's rows are read and written meanwhile
 * (`Documents` needs no more).
 */
import { createRxCollectionStorageInstance, createRxSchema, getWrappedStorageInstance } from 'rxdb';
import { definitionOf, KINDS, KIND_NAMES, type KindName } from '../../model/kinds';
import { STORES } from '../../model/stores';
import {
  addCollection,
  createDatabase,
  type OpenOptions,
  type Replica,
  type ReplicaCollection,
} from './replica-database';
import { rxSchema } from './schema';

export async function openRowsOnly(options: OpenOptions): Promise<Replica> {
  const names = options.names ?? KIND_NAMES;
  const database = await createDatabase(options);
  const collections = new Map<KindName, ReplicaCollection>();
  try {
    for (const name of names) {
      // RxDB migrates rows of an earlier version, one collection at a time.
      if (STORES[KINDS[name].store].version > 0) {
        const collection = await addCollection(database, name);
        await collection.close();
      }
      const schema = createRxSchema(rxSchema(definitionOf(name)), database.hashFunction).jsonSchema;
      const internalStorageInstance = await createRxCollectionStorageInstance(database, {
        databaseInstanceToken: database.token,
        databaseName: database.name,
        collectionName: name,
        schema,
        options: {},
        multiInstance: options.multiInstance,
        devMode: false,
      });
      database.onClose.push(() => internalStorageInstance.close());
      const storageInstance = getWrappedStorageInstance(database, internalStorageInstance, schema);
      collections.set(name, { storageInstance, internalStorageInstance } as unknown as ReplicaCollection);
    }
  } catch (error) {
    void database.close().catch(() => undefined);
    throw error;
  }
  return {
    database,
    names,
    collection(name) {
      const collection = collections.get(name);
      if (!collection) throw new TypeError(`collection ${name} is not open`);
      return collection;
    },
  };
}
