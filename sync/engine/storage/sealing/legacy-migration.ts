/**
 * Encrypts plain data of an earlier version when the workspace opens, without the server.
 *
 *   device database   plain rows ──► encrypted, one by one, unless they changed meanwhile
 *   replica           old database of a kind ──pages──► encrypted store; then the page is deleted, and finally the database
 *   search index      deleted: it is rebuilt from the replica
 *
 * An interrupted migration continues at the next start. The old databases are opened with a higher version first: tabs
 * that still run the earlier version lose access, so that no edit is written behind a migrated page.
 */
import Dexie from 'dexie';
import { definitionOf, KINDS, type KindName } from '../../../model/kinds';
import { STORES } from '../../../model/stores';
import type { DeviceDatabase } from '../device-database';
import type { Replica } from '../replica-database';
import { keyOf } from '../schema';
import type { DexieEnvironment } from '../dexie-environment';

/** rows per page */
const PAGE = 200;
const DONE = 'sealed';
/** RxDB's Dexie storage stores indexed booleans as '1' and '0'. */
const asBoolean = (value: unknown): boolean => value === true || value === '1';

export const legacyReplicaName = (userId: string, companyId: string): string =>
  `satchel-replica-${companyId}-${userId}`;
export const legacySearchName = (userId: string, companyId: string): string => `satchel-search-${companyId}-${userId}`;

export interface LegacyData {
  device: DeviceDatabase;
  replica: Replica;
  /** database names of the earlier version */
  replicaName: string;
  searchName: string;
  databases: DexieEnvironment;
}

/** @returns whether there was legacy data */
export async function migrateLegacyData({
  device,
  replica,
  replicaName,
  searchName,
  databases,
}: LegacyData): Promise<boolean> {
  if ((await device.meta.get(DONE))?.value === true) return false;
  await device.sealLegacyRows();
  const idb = databases.indexedDB ?? globalThis.indexedDB;
  const found = await idb.databases();
  const of = (name: string): RegExpExecArray | null =>
    name.startsWith(`rxdb-dexie-${replicaName}--`) ? /--(\d+)--([^-]+)$/.exec(name) : null;
  const legacy = found.filter(({ name = '' }) => of(name) !== null || name === searchName);
  for (const { name = '', version = 1 } of legacy) {
    const [, schemaVersion, collection] = of(name) ?? [];
    if (collection && replica.names.includes(collection as KindName))
      await migrateDatabase(idb, name, version, replica, collection as KindName, Number(schemaVersion));
    await new Dexie(name, databases as ConstructorParameters<typeof Dexie>[1]).delete();
  }
  await device.meta.put({ key: DONE, value: true });
  return legacy.length > 0;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

async function migrateDatabase(
  idb: IDBFactory,
  name: string,
  version: number,
  replica: Replica,
  collection: KindName,
  schemaVersion: number,
): Promise<void> {
  const database = await resultOf(idb.open(name, version + 1));
  try {
    for (;;) {
      const docs = database.transaction('docs', 'readonly').objectStore('docs');
      const [keys, rows] = await Promise.all([
        resultOf(docs.getAllKeys(null, PAGE)),
        resultOf(docs.getAll(null, PAGE) as IDBRequest<Record<string, unknown>[]>),
      ]);
      if (keys.length === 0) return;
      await write(
        replica,
        collection,
        rows.map((row) => asRow(collection, schemaVersion, row)).filter((row) => row !== null),
      );
      const transaction = database.transaction('docs', 'readwrite', { durability: 'strict' });
      for (const key of keys) transaction.objectStore('docs').delete(key);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error!);
      });
    }
  } finally {
    database.close();
  }
}

/** Converts a row of the kind's own database to a row of its store; null if a migration drops it. */
function asRow(kind: KindName, schemaVersion: number, stored: Record<string, unknown>): Record<string, unknown> | null {
  const { fields, migrations, store } = definitionOf(kind);
  let row: Record<string, unknown> | null = { ...stored, key: keyOf(kind, String(stored['id'])), docKind: kind };
  const flags = Object.keys(fields).filter((field) => fields[field]?.type === 'boolean');
  for (const field of ['_deleted', 'waits', ...flags]) if (field in row) row[field] = asBoolean(row[field]);
  for (let to = schemaVersion + 1; row && to <= STORES[store].version; to += 1)
    row = migrations[to]?.(row) ?? (migrations[to] ? null : row);
  return row;
}

async function write(replica: Replica, collection: KindName, documents: Record<string, unknown>[]): Promise<void> {
  const { error } = await replica.store(KINDS[collection].store).storageInstance.bulkWrite(
    documents.map((document) => ({
      document: { ...document, _attachments: {}, _meta: { lwt: 0 }, _rev: '' },
    })) as never,
    'satchel-older',
  );
  // Rows with status 409 were migrated by an earlier start, and possibly changed since.
  const broken = error.find(({ status }) => status !== 409);
  if (broken)
    throw new Error(`${collection} of an earlier version cannot be migrated: ${broken.status}`, { cause: broken });
}
