/**
 * A lock brings a new key, as the one before was made so that nothing can wrap it: what that one sealed is sealed again.
 *
 *   device database   row by row                    replica   page by page, as it lies on the disk
 *
 * A cut at any point goes on at the next unlocking: each record says which key sealed it, and the old key stays until none needs it. No
 * tab may have the databases open.
 */
import { DeviceDatabase } from '../device-database';
import type { DexieEnvironment } from './keys';
import { asBytes, asString } from './sealed-storage';
import { SealError, type Vault } from './vault';

/** documents at a time */
const PAGE = 200;
const INTERNAL = '_rxdb_internal';

export interface SealedAgain {
  vault: Vault;
  /** names of databases */
  device: string;
  replica: string;
  databases: DexieEnvironment;
}

export async function sealAgain({ vault, device, replica, databases }: SealedAgain): Promise<void> {
  const idb = databases.indexedDB ?? globalThis.indexedDB;
  const range = databases.IDBKeyRange ?? globalThis.IDBKeyRange;
  const there = (await idb.databases()).map(({ name = '' }) => name);
  if (there.includes(device)) {
    const database = new DeviceDatabase(device, vault, databases);
    await database.open();
    try {
      await database.sealAgain();
    } finally {
      await database.close();
    }
  }
  for (const name of there) {
    const collection = name.startsWith(`rxdb-dexie-${replica}--`) ? /--\d+--([^-]+)$/.exec(name)?.[1] : undefined;
    if (collection && collection !== INTERNAL) await documents(idb, range, name, collection, vault);
  }
}

const ended = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

interface AtRest {
  id: string;
  sealed?: string;
}

async function documents(
  idb: IDBFactory,
  range: typeof IDBKeyRange,
  name: string,
  collection: string,
  vault: Vault,
): Promise<void> {
  const database = await ended(idb.open(name));
  try {
    for (let after: string | null = null; ;) {
      const rows: AtRest[] = await ended(
        database
          .transaction('docs', 'readonly')
          .objectStore('docs')
          .getAll(after === null ? null : range.lowerBound(after, true), PAGE) as IDBRequest<AtRest[]>,
      );
      if (rows.length === 0) return;
      const again = (await Promise.all(rows.map((row) => sealed(row, collection, vault)))).filter(
        (row) => row !== null,
      );
      const transaction = database.transaction('docs', 'readwrite', { durability: 'strict' });
      for (const row of again) transaction.objectStore('docs').put(row);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error!);
      });
      after = rows.at(-1)!.id;
    }
  } finally {
    database.close();
  }
}

/** null: it is sealed with the key of now, or does not open, and stays as it is. */
async function sealed(row: AtRest, collection: string, vault: Vault): Promise<AtRest | null> {
  if (row.sealed === undefined) return null;
  const bytes = asBytes(row.sealed);
  if (vault.isCurrent(bytes)) return null;
  const place = `${collection}/${row.id}`;
  try {
    return { ...row, sealed: asString(await vault.seal(place, await vault.open(place, bytes))) };
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
