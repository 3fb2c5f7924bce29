/**
 * The disk of a device in the state that a killed process leaves: every committed transaction of all its databases, and
 * no other. Reads the internals of fake-indexeddb, since IndexedDB itself cannot copy several databases at one moment.
 */
import { IDBFactory } from 'fake-indexeddb';

interface RawRecords {
  records: { getAllRecords(): Iterable<{ key: unknown; value: unknown }> };
}
interface RawStore {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  keyGenerator: { num: number } | null;
  records: RawRecords;
  rawIndexes: Map<string, { name: string; keyPath: string | string[]; multiEntry: boolean; unique: boolean }>;
}
interface RawDatabase {
  name: string;
  version: number;
  rawObjectStores: Map<string, RawStore>;
  transactions: { _started: boolean; _state: string; mode: string }[];
}

const databasesOf = (disk: IDBFactory): RawDatabase[] => [
  ...(disk as unknown as { _databases: Map<string, RawDatabase> })._databases.values(),
];

/** Whether no write transaction is in progress. */
export const atRest = (disk: IDBFactory): boolean =>
  databasesOf(disk).every((db) =>
    db.transactions.every((t) => !t._started || t._state === 'finished' || t.mode === 'readonly'),
  );

interface StoreCopy {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  num: number;
  rows: { key: unknown; value: unknown }[];
  indexes: { name: string; keyPath: string | string[]; multiEntry: boolean; unique: boolean }[];
}

/** Synchronous, so that all databases are copied at the same moment. Only while `atRest`. */
function photograph(disk: IDBFactory): { name: string; version: number; stores: StoreCopy[] }[] {
  return databasesOf(disk).map((db) => ({
    name: db.name,
    version: db.version,
    stores: [...db.rawObjectStores.values()].map((store) => ({
      name: store.name,
      keyPath: store.keyPath,
      autoIncrement: store.autoIncrement,
      num: store.keyGenerator?.num ?? 0,
      rows: [...store.records.records.getAllRecords()].map(({ key, value }) => ({
        key: structuredClone(key),
        value: structuredClone(value),
      })),
      indexes: [...store.rawIndexes.values()].map(({ name, keyPath, multiEntry, unique }) => ({
        name,
        keyPath,
        multiEntry,
        unique,
      })),
    })),
  }));
}

/** A disk with the same content, which the killed process cannot reach. Resolves when it is written. */
export function copyOf(disk: IDBFactory): () => Promise<IDBFactory> {
  const picture = photograph(disk);
  return async () => {
    const copy = new IDBFactory();
    for (const { name, version, stores } of picture) {
      await new Promise<void>((resolve, reject) => {
        const open = copy.open(name, version);
        open.onerror = () => reject(open.error as Error);
        open.onupgradeneeded = () => {
          for (const store of stores) {
            const made = open.result.createObjectStore(store.name, {
              keyPath: store.keyPath as string,
              autoIncrement: store.autoIncrement,
            });
            for (const index of store.indexes)
              made.createIndex(index.name, index.keyPath, { multiEntry: index.multiEntry, unique: index.unique });
            for (const { key, value } of store.rows)
              made.put(value, store.keyPath === null ? (key as IDBValidKey) : undefined);
          }
        };
        open.onsuccess = () => {
          open.result.close();
          resolve();
        };
      });
      const raw = databasesOf(copy).find((db) => db.name === name)!;
      for (const store of stores) {
        const generator = raw.rawObjectStores.get(store.name)!.keyGenerator;
        if (generator) generator.num = Math.max(generator.num, store.num);
      }
    }
    return copy;
  };
}
