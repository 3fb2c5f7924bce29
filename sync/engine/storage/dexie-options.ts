import type { Environment } from './environment';
import type { DexieEnvironment } from './dexie-environment';

/** The IndexedDB implementation of an environment, as Dexie's options. */
export const dexieOptions = ({ indexedDB, IDBKeyRange }: Environment): DexieEnvironment => ({
  ...(indexedDB ? { indexedDB } : {}),
  ...(IDBKeyRange ? { IDBKeyRange } : {}),
});
