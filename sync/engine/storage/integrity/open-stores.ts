/** Opens the databases of an account; reports those that cannot be opened, and starts over if their key is gone. */
import { CallError } from '../../../protocol/errors';
import { accountKey } from '../account-key';
import { profileDatabaseName } from '../account';
import type { AccountId } from '../account';
import { databasesOf } from '../database-names';
import { DeviceDatabase, deviceDatabaseName, replicaDatabaseName, searchDatabaseName } from '../device-database';
import type { Environment } from '../environment';
import { isOnlyTab } from '../tab-presence';
import { openReplica, type Replica } from '../replica-database';
import type { DexieEnvironment } from '../dexie-environment';
import { keyDatabaseName, KeyStore, lockDatabaseName, type UnlockedKey } from '../sealing/keys';
import { legacyReplicaName, legacySearchName, migrateLegacyData } from '../sealing/legacy-migration';
import type { Vault } from '../sealing/vault';
import { findBroken, BrokenStorage, deleteDatabases } from './broken-storage';
import { noLossCounter, readLossCount, sumOf, type Unsent } from './loss-counter';

export interface Stores {
  device: DeviceDatabase;
  replica: Replica;
  vault: Vault;
  /** the data was encrypted with a key that is gone */ keyLost: boolean;
}

interface Opening {
  account: AccountId;
  environment: Environment;
  options: DexieEnvironment;
  unlocked: UnlockedKey | null;
}

const countedUnsent = ({ account, environment }: Opening): Unsent | null =>
  readLossCount(environment.lossCounter ?? noLossCounter, accountKey(account.userId, account.companyId))?.unsent ??
  null;

/**
 * Opens the stores and runs the migrations. Throws BrokenStorage for an unreadable database, DEVICE_LOCKED if the key
 * is locked and `unlocked` does not match; nothing stays open then.
 */
export async function openStores<T>(
  account: AccountId,
  environment: Environment,
  options: DexieEnvironment,
  unlocked: UnlockedKey | null,
  steps: {
    /** opens the replica; completely by default */ open?: typeof openReplica;
    /** a database was deleted while open */ deleted: () => void;
    /** the device database is open, the replica is not yet */ device: (device: DeviceDatabase) => void;
    all: (stores: Stores) => Promise<T>;
  },
): Promise<T> {
  const opening: Opening = { account, environment, options, unlocked };
  const { userId, companyId } = account;
  const vault = await openedVault(opening);
  const { device, keyLost } = await openDevice(opening, vault, steps.deleted);
  let replica: Replica | null = null;
  try {
    steps.device(device);
    replica = await (steps.open ?? openReplica)({
      name: environment.prefix + replicaDatabaseName(userId, companyId),
      storage: environment.storage(steps.deleted),
      vault,
      multiInstance: environment.multiInstance,
      isOnlyTab: () => isOnlyTab(environment.locks, environment.prefix + accountKey(userId, companyId)),
      ...(environment.collections ? { names: environment.collections } : {}),
    });
    const legacy = {
      device,
      replica,
      databases: options,
      replicaName: environment.prefix + legacyReplicaName(userId, companyId),
      searchName: environment.prefix + legacySearchName(userId, companyId),
    };
    await environment.locks.request(`satchel-seal:${environment.prefix}${accountKey(userId, companyId)}`, () =>
      migrateLegacyData(legacy),
    );
    // A store that cannot be opened throws at its first use.
    return await steps.all({ device, replica, vault, keyLost });
  } catch (cause) {
    await device.close();
    // A store that failed to open cannot be closed.
    void replica?.database.close().catch(() => undefined);
    throw await asBrokenStorage(opening, cause);
  }
}

async function openedVault(opening: Opening): Promise<Vault> {
  const {
    account: { userId, companyId },
    environment,
    options,
    unlocked,
  } = opening;
  const name = environment.prefix + keyDatabaseName(userId, companyId);
  try {
    return await new KeyStore(environment.prefix, userId, companyId, options).openVault(unlocked);
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    const counted = countedUnsent(opening);
    throw new BrokenStorage([name], counted && sumOf(counted), cause);
  }
}

/** Opens the device database. Data whose key is gone is unreadable: it is deleted and pulled again from the server. */
async function openDevice(
  opening: Opening,
  vault: Vault,
  deleted: () => void,
): Promise<{ device: DeviceDatabase; keyLost: boolean }> {
  const { account, environment, options } = opening;
  const name = environment.prefix + deviceDatabaseName(account.userId, account.companyId);
  const open = async (): Promise<DeviceDatabase> => {
    const device = new DeviceDatabase(name, vault, options, deleted);
    try {
      await device.open();
      return device;
    } catch (cause) {
      await device.close();
      const counted = countedUnsent(opening);
      throw new BrokenStorage([name], counted && sumOf({ ...counted, documents: 0 }), cause);
    }
  };
  const device = await open();
  if (!(await device.isForeign())) return { device, keyLost: false };
  await device.close();
  const preserved = [keyDatabaseName, lockDatabaseName, profileDatabaseName].map(
    (each) => environment.prefix + each(account.userId, account.companyId),
  );
  await deleteDatabases(
    databasesOf(account, environment.prefix).filter((each) => !preserved.includes(each)),
    options,
  );
  return { device: await open(), keyLost: true };
}

/** Turns an error into BrokenStorage. A replica without pending documents is deleted and rebuilt at the next start. */
async function asBrokenStorage(opening: Opening, cause: unknown): Promise<unknown> {
  const { account, environment, options } = opening;
  const own = [deviceDatabaseName, searchDatabaseName, keyDatabaseName, lockDatabaseName, profileDatabaseName].map(
    (name) => environment.prefix + name(account.userId, account.companyId),
  );
  const broken = await findBroken(
    databasesOf(account, environment.prefix).filter((name) => !own.includes(name)),
    options,
  );
  // All databases open: storage is not the cause.
  if (broken.length === 0) return cause;
  const counted = countedUnsent(opening);
  if (counted?.documents !== 0) return new BrokenStorage(broken, counted && counted.documents, cause);
  await deleteDatabases(broken, options);
  return new BrokenStorage([], 0, cause);
}
