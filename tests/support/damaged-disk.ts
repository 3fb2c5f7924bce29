/** Damage to a browser's databases while it is closed, applied to the simulated IndexedDB of a test's device. */
import { IDBFactory } from 'fake-indexeddb';

interface RawStore {
  records: { getAllRecords(): Iterable<{ key: unknown; value: Record<string, unknown> }> };
}
interface RawDatabase {
  name: string;
  version: number;
  connections: { _closed: boolean }[];
  rawObjectStores: Map<string, RawStore>;
}

const rawOf = (disk: IDBFactory): Map<string, RawDatabase> =>
  (disk as unknown as { _databases: Map<string, RawDatabase> })._databases;

export const databaseNames = (disk: IDBFactory): string[] => [...rawOf(disk).keys()];

/** Deletes databases as an eviction does. Returns their names. */
export function evict(disk: IDBFactory, which: RegExp): string[] {
  const gone = databaseNames(disk).filter((name) => which.test(name));
  for (const name of gone) rawOf(disk).delete(name);
  return gone;
}

const opened = (
  disk: IDBFactory,
  name: string,
  version?: number,
  upgrade?: (db: IDBDatabase) => void,
): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = disk.open(name, version);
    request.onupgradeneeded = () => upgrade?.(request.result as unknown as IDBDatabase);
    request.onsuccess = () => resolve(request.result as unknown as IDBDatabase);
    request.onerror = () => reject(request.error as Error);
  });

/** Removes an object store from a database, whose version stays. */
export function loseStore(disk: IDBFactory, name: string, store: string): void {
  rawOf(disk).get(name)!.rawObjectStores.delete(store);
}

/** Opens a database with another version, as a newer build would. */
export async function raiseVersion(
  disk: IDBFactory,
  name: string,
  version: number,
  upgrade: (db: IDBDatabase) => void,
): Promise<void> {
  (await opened(disk, name, version, upgrade)).close();
}

/** Overwrites rows of a store. `change` returns the new row, null to delete it, or undefined to keep it. */
export async function overwrite(
  disk: IDBFactory,
  name: string,
  store: string,
  change: (row: Record<string, unknown>) => unknown,
): Promise<number> {
  const db = await opened(disk, name);
  try {
    return await new Promise<number>((resolve, reject) => {
      let changed = 0;
      const transaction = db.transaction(store, 'readwrite');
      transaction.objectStore(store).openCursor().onsuccess = (event) => {
        const cursor = (event.target as unknown as IDBRequest<IDBCursorWithValue | null>).result;
        if (!cursor) return;
        const row = change(cursor.value as Record<string, unknown>);
        if (row === null) cursor.delete();
        else if (row !== undefined) cursor.update(row);
        if (row !== undefined) changed += 1;
        cursor.continue();
      };
      transaction.oncomplete = () => resolve(changed);
      transaction.onerror = () => reject(transaction.error as Error);
    });
  } finally {
    db.close();
  }
}

/**
 * The same databases under other names: a storage engine that caches names for the life of its process takes them for
 * new.
 */
export function rename(disk: IDBFactory, from: string, to: string): void {
  for (const [name, database] of [...rawOf(disk)]) {
    rawOf(disk).delete(name);
    database.name = name.replace(from, to);
    rawOf(disk).set(database.name, database);
  }
}

/** Inserts a row into a store. */
export async function insert(
  disk: IDBFactory,
  name: string,
  store: string,
  row: Record<string, unknown>,
): Promise<void> {
  const db = await opened(disk, name);
  await new Promise<void>((resolve, reject) => {
    const transaction = db.transaction(store, 'readwrite');
    transaction.objectStore(store).put(row);
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error as Error);
  });
  db.close();
}

/**
 * A disk with databases that cannot be opened, with Chromium's error of a torn file. They can be deleted and recreated.
 */
export class BrokenDisk extends IDBFactory {
  broken: RegExp | null = null;

  override open(...[name, version]: Parameters<IDBFactory['open']>): ReturnType<IDBFactory['open']> {
    if (!this.broken?.test(name)) return super.open(name, version);
    const request = {
      error: new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError'),
      onerror: null as ((event: unknown) => void) | null,
    };
    setTimeout(() =>
      request.onerror?.({ type: 'error', target: request, preventDefault: () => {}, stopPropagation: () => {} }),
    );
    return request as unknown as ReturnType<IDBFactory['open']>;
  }

  override deleteDatabase(name: string): ReturnType<IDBFactory['deleteDatabase']> {
    if (this.broken?.test(name)) this.broken = null;
    return super.deleteDatabase(name);
  }
}
