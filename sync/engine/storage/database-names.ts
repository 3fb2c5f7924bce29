/** Names of an account's databases on this device. */
import { KIND_NAMES } from '../../model/kinds';
import { STORE_NAMES, STORES } from '../../model/stores';
import { profileDatabaseName, type AccountId } from './account';
import { deviceDatabaseName, replicaDatabaseName, searchDatabaseName } from './device-database';
import { keyDatabaseName, lockDatabaseName } from './sealing/keys';
import { spareDatabaseNames } from './sealing/scrub';
import { legacyReplicaName, legacySearchName } from './sealing/legacy-migration';

/** RxDB's Dexie storage creates one database per collection and version, and an internal one. */
const storageName = (replica: string, version: number, collection: string): string =>
  `rxdb-dexie-${replica}--${version}--${collection}`;

/**
 * Names of all databases of an account, in order of deletion. The key comes first: without it the rest is unreadable.
 * Its spares come last: their deletion removes what is left of its bytes.
 */
export function databasesOf(account: AccountId, prefix: string): string[] {
  const replica = prefix + replicaDatabaseName(account.userId, account.companyId);
  const stores = STORE_NAMES.flatMap((name) =>
    Array.from({ length: STORES[name].version + 1 }, (_, version) => storageName(replica, version, name)),
  );
  const own = [profileDatabaseName, deviceDatabaseName, searchDatabaseName].map(
    (name) => prefix + name(account.userId, account.companyId),
  );
  return [
    ...[keyDatabaseName, lockDatabaseName].map((name) => prefix + name(account.userId, account.companyId)),
    ...own,
    ...stores,
    storageName(replica, 0, '_rxdb_internal'),
    ...legacyDatabases(account, prefix),
    ...spareDatabaseNames(account.userId, account.companyId).map((name) => prefix + name),
  ];
}

/** Databases of an earlier version, one for each kind, deleted once the workspace was opened. */
function legacyDatabases({ userId, companyId }: AccountId, prefix: string): string[] {
  const replica = prefix + legacyReplicaName(userId, companyId);
  return [
    prefix + legacySearchName(userId, companyId),
    ...KIND_NAMES.map((name) => storageName(replica, 0, name)),
    storageName(replica, 0, '_rxdb_internal'),
  ];
}
