/**
 * Re-encrypts data with the key of a new lock, as the previous key was created non-extractable and cannot be wrapped.
 *
 *   device database   row by row                    replica   page by page, as stored
 *
 * An interrupted run continues at the next unlock: each record names its key, and the old key is kept until no record
 * needs it. No tab may have the databases open.
 */
import { DeviceDatabase } from '../device-database';
import type { DexieEnvironment } from '../dexie-environment';
import { asBytes, asString } from './sealed-storage';
import { SealError, type Vault } from './vault';

/** documents per page */
const PAGE = 200;
const INTERNAL = '_rxdb_internal';

export interface ResealTarget {
  vault: Vault;
  /** database names */
  device: string;
  replica: string;
  databases: DexieEnvironment;
}

/** Re-encrypts the device database and all stores of the replica. Missing databases are skipped. */
export async function reseal({ vault, device, replica, databases }: ResealTarget): Promise<void> {
  const idb = databases.indexedDB ?? globalThis.indexedDB;
  const range = databases.IDBKeyRange ?? globalThis.IDBKeyRange;
  const there = (await idb.databases()).map(({ name = '' }) => name);
  if (there.includes(device)) {
    const database = new DeviceDatabase(device, vault, databases);
    await database.open();
    try {
      await database.reseal();
    } finally {
      await database.close();
    }
  }
  for (const name of there) {
    const store = name.startsWith(`rxdb-dexie-${replica}--`) ? /--\d+--([^-]+)$/.exec(name)?.[1] : undefined;
    if (store && store !== INTERNAL) await resealDocuments(idb, range, name, store, vault);
  }
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

interface AtRest {
  key: string;
  sealed?: string;
}

async function resealDocuments(
  idb: IDBFactory,
  range: typeof IDBKeyRange,
  name: string,
  store: string,
  vault: Vault,
): Promise<void> {
  const database = await resultOf(idb.open(name));
  try {
    for (let after: string | null = null; ;) {
      const rows: AtRest[] = await resultOf(
        database
          .transaction('docs', 'readonly')
          .objectStore('docs')
          .getAll(after === null ? null : range.lowerBound(after, true), PAGE) as IDBRequest<AtRest[]>,
      );
      if (rows.length === 0) return;
      const again = (await Promise.all(rows.map((row) => sealed(row, store, vault)))).filter((row) => row !== null);
      const transaction = database.transaction('docs', 'readwrite', { durability: 'strict' });
      for (const row of again) transaction.objectStore('docs').put(row);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error!);
      });
      after = rows.at(-1)!.key;
    }
  } finally {
    database.close();
  }
}

/** null: the row uses the current key, or cannot be decrypted, and is left unchanged. */
async function sealed(row: AtRest, store: string, vault: Vault): Promise<AtRest | null> {
  if (row.sealed === undefined) return null;
  const bytes = asBytes(row.sealed);
  if (vault.isCurrent(bytes)) return null;
  const place = `${store}/${row.key}`;
  try {
    return { ...row, sealed: asString(await vault.seal(place, await vault.open(place, bytes))) };
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
