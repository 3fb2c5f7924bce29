/** The IndexedDB implementation that Dexie uses; absent: the global one. */
export interface DexieEnvironment {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof globalThis.IDBKeyRange;
}
