/** Opens the databases of an account; says which of them cannot be, and begins anew where the key to them is gone. */
import { CallError } from '../../../protocol/errors';
import { accountKey } from '../account-key';
import { profileDatabaseName } from '../account';
import type { AccountId } from '../account';
import { databasesOf } from '../database-names';
import { DeviceDatabase, deviceDatabaseName, replicaDatabaseName, searchDatabaseName } from '../device-database';
import type { Environment } from '../environment';
import { isOnlyTab } from '../tab-presence';
import { openReplica, type Replica } from '../replica-database';
import { keyDatabaseName, KeyStore, lockDatabaseName, type DexieEnvironment, type UnlockedKey } from '../sealing/keys';
import { legacyReplicaName, legacySearchName, migrateLegacyData } from '../sealing/legacy-migration';
import type { Vault } from '../sealing/vault';
import { brokenAmong, BrokenStorage, deleteDatabases } from './broken-storage';
import { noLossCounter, readLossCount, sumOf, type Unsent } from './loss-counter';

export interface Stores {
  device: DeviceDatabase;
  replica: Replica;
  vault: Vault;
  /** what was here was sealed with a key that is gone */ keyLost: boolean;
}

interface Opening {
  account: AccountId;
  environment: Environment;
  options: DexieEnvironment;
  unlocked: UnlockedKey | null;
}

const saidOf = ({ account, environment }: Opening): Unsent | null =>
  readLossCount(environment.lossCounter ?? noLossCounter, accountKey(account.userId, account.companyId))?.unsent ??
  null;

/**
 * Opens them, and does what has to be done before they are used. Throws BrokenStorage where it is the disk's doing, DEVICE_LOCKED where
 * the key is locked and `unlocked` is not it; nothing stays open then.
 */
export async function openStores<T>(
  account: AccountId,
  environment: Environment,
  options: DexieEnvironment,
  unlocked: UnlockedKey | null,
  steps: {
    /** how the replica is opened; whole unless told */ open?: typeof openReplica;
    /** a database was deleted while it was open */ deleted: () => void;
    /** the device database is there, the replica is still being opened */ device: (device: DeviceDatabase) => void;
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
      alone: () => isOnlyTab(environment.locks, environment.prefix + accountKey(userId, companyId)),
      ...(environment.collections ? { names: environment.collections } : {}),
    });
    const older = {
      device,
      replica,
      databases: options,
      replicaName: environment.prefix + legacyReplicaName(userId, companyId),
      searchName: environment.prefix + legacySearchName(userId, companyId),
    };
    await environment.locks.request(`satchel-seal:${environment.prefix}${accountKey(userId, companyId)}`, () =>
      migrateLegacyData(older),
    );
    // a collection that cannot be opened says so with its first use
    return await steps.all({ device, replica, vault, keyLost });
  } catch (cause) {
    await device.close();
    // what did not open cannot be closed either
    void replica?.database.close().catch(() => undefined);
    throw await explained(opening, cause);
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
    const said = saidOf(opening);
    throw new BrokenStorage([name], said && sumOf(said), cause);
  }
}

/** Without its key what is on the disk is noise: it is deleted, and everything comes again from the server. */
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
      const said = saidOf(opening);
      throw new BrokenStorage([name], said && sumOf({ ...said, documents: 0 }), cause);
    }
  };
  const device = await open();
  if (!(await device.isForeign())) return { device, keyLost: false };
  await device.close();
  const kept = [keyDatabaseName, lockDatabaseName, profileDatabaseName].map(
    (each) => environment.prefix + each(account.userId, account.companyId),
  );
  await deleteDatabases(
    databasesOf(account, environment.prefix).filter((each) => !kept.includes(each)),
    options,
  );
  return { device: await open(), keyLost: true };
}

/** A replica in which nothing waited comes again from the server: its broken databases are deleted, and the next start makes them anew. */
async function explained(opening: Opening, cause: unknown): Promise<unknown> {
  const { account, environment, options } = opening;
  const own = [deviceDatabaseName, searchDatabaseName, keyDatabaseName, lockDatabaseName, profileDatabaseName].map(
    (name) => environment.prefix + name(account.userId, account.companyId),
  );
  const broken = await brokenAmong(
    databasesOf(account, environment.prefix).filter((name) => !own.includes(name)),
    options,
  );
  // all of them open: it is none of the disk's doing
  if (broken.length === 0) return cause;
  const said = saidOf(opening);
  if (said?.documents !== 0) return new BrokenStorage(broken, said && said.documents, cause);
  await deleteDatabases(broken, options);
  return new BrokenStorage([], 0, cause);
}
