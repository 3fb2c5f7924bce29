/** Erases databases of an account, resuming what an earlier start did not finish. */
import Dexie from 'dexie';
import { COLLECTIONS, COLLECTION_NAMES } from '../../model/registry';
import { deviceDatabaseName, replicaDatabaseName, searchDatabaseName } from '../storage/device-database';
import type { Environment } from '../storage/environment';
import { keyDatabaseName, lockDatabaseName } from '../storage/sealing/keys';
import { olderReplicaName, olderSearchName } from '../storage/sealing/legacy-migration';
import { scrub, scrubDatabaseName } from '../storage/sealing/scrub';
import { profileDatabaseName, type AccountId, type AccountsDatabase } from './accounts';

/** RxDB's Dexie storage makes one database per collection and version, and one of its own. */
const storageName = (replica: string, version: number, collection: string): string => `rxdb-dexie-${replica}--${version}--${collection}`;

/** Names of all databases that hold data of an account. The key is the first to go: from then on the rest is noise. */
export function databasesOf(account: AccountId, prefix: string): string[] {
  const replica = prefix + replicaDatabaseName(account.userId, account.companyId);
  const collections = COLLECTION_NAMES.flatMap((name) => Array.from({ length: COLLECTIONS[name].version + 1 }, (_, version) => storageName(replica, version, name)));
  const own = [profileDatabaseName, deviceDatabaseName, searchDatabaseName].map((name) => prefix + name(account.userId, account.companyId));
  return [...[keyDatabaseName, lockDatabaseName].map((name) => prefix + name(account.userId, account.companyId)), ...own, ...collections, storageName(replica, 0, '_rxdb_internal'), ...older(account, prefix)];
}

/** As an earlier version had them: gone once the workspace was opened. */
function older({ userId, companyId }: AccountId, prefix: string): string[] {
  const replica = prefix + olderReplicaName(userId, companyId);
  return [prefix + olderSearchName(userId, companyId), ...COLLECTION_NAMES.map((name) => storageName(replica, 0, name)), storageName(replica, 0, '_rxdb_internal')];
}

/** What is noted when accounts are forgotten: their databases, and that what their bytes leave on the disk is to go, too. */
export const erasuresOf = (accounts: AccountId[], prefix: string): string[] => [...accounts.flatMap((each) => databasesOf(each, prefix)), scrubDatabaseName(prefix)];

/**
 * Deletes what is noted for erasure: keys first, and in the end the bytes that a browser has not taken from its disk yet. Safe to repeat;
 * connections of other tabs are closed by Dexie when they hear of it.
 */
export async function erasePending(accounts: AccountsDatabase, environment: Environment): Promise<void> {
  const options = { ...(environment.indexedDB ? { indexedDB: environment.indexedDB } : {}), ...(environment.IDBKeyRange ? { IDBKeyRange: environment.IDBKeyRange } : {}) };
  const pending = await accounts.pendingErasures();
  const keys = pending.filter((name) => [keyDatabaseName, lockDatabaseName].some((of) => name.startsWith(environment.prefix + of('', '').slice(0, -1))));
  const last = pending.filter((name) => name === scrubDatabaseName(environment.prefix));
  for (const name of new Set([...keys, ...pending.filter((each) => !last.includes(each)), ...last])) {
    if (last.includes(name)) await scrub(environment.prefix, options);
    else await new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]).delete();
    await accounts.erased(name);
  }
}
