/**
 * Where the key of an account lies on this device: in small IndexedDB databases of their own, erased before anything else of the account.
 * Without it what the other databases hold is noise. They are opened for a moment at a time, so that nothing holds up their erasure.
 *
 *   no lock       keys { data: key }                               the browser uses it, no script reads it out
 *   being locked  keys { data: key, replaced } · locks { lock }        what that key sealed is being sealed again (vault/reseal.ts); as locked
 *   locked        locks { lock: wrapped by PIN, passkeys, recovery }   what unwraps it is nowhere on the device
 *
 * Two databases, as a browser takes the bytes of a deleted row from its disk when it likes, those of a deleted database soon (scrub.ts). Each step
 * from one line to the next is one write: a cut leaves a state that stands here.
 */
import Dexie, { type Table } from 'dexie';
import { CallError } from '../../../protocol/errors';
import { newDataKey, Vault } from './vault';

export interface DexieEnvironment {
  indexedDB?: IDBFactory;
  IDBKeyRange?: typeof globalThis.IDBKeyRange;
}

export interface KeyRow {
  name: 'data';
  /** not extractable */
  key: CryptoKey;
  /** which of the keys this account had here it is, from 1; absent: the first */
  generation?: number;
}
/** A lock has the key of now. A row of its own: the key's is not written once more. */
interface ReplacedRow {
  name: 'replaced';
}
type Row = KeyRow | ReplacedRow;

export interface WrappedKey {
  salt: Uint8Array;
  wrapped: Uint8Array;
}

export interface LockRow extends PinAttempts {
  name: 'lock';
  generation: number;
  /** the person wants it, whatever the organization requires */
  wanted: boolean;
  pin: WrappedKey & { iterations: number };
  /** `id`: the credential's, base64url; `salt`: what its PRF is asked for, too */
  passkeys: (WrappedKey & { id: string; createdAt: number })[];
  /** `id`: of the secret that the server keeps */
  recovery: WrappedKey & { id: string };
}

/** A key that was unwrapped. Lives in memory alone. */
export interface UnlockedKey {
  generation: number;
  key: CryptoKey;
}

/** `lock`: one is in force. */
export interface Keys {
  data?: KeyRow;
  lock?: LockRow;
}

export const keyDatabaseName = (userId: string, companyId: string): string => `satchel-keys-${companyId}-${userId}`;
export const lockDatabaseName = (userId: string, companyId: string): string => `satchel-locks-${companyId}-${userId}`;

/** The databases of one account's key. */
export class KeyStore {
  private readonly keysName: string;
  private readonly lockName: string;

  constructor(
    prefix: string,
    userId: string,
    companyId: string,
    private readonly options: DexieEnvironment,
  ) {
    this.keysName = prefix + keyDatabaseName(userId, companyId);
    this.lockName = prefix + lockDatabaseName(userId, companyId);
  }

  async read(): Promise<Keys> {
    const [data, replaced] = (await this.inKeys((keys) => keys.bulkGet(['data', 'replaced']))) as [
      KeyRow | undefined,
      ReplacedRow | undefined,
    ];
    if (data && !replaced) return { data };
    const lock = await this.inLock((locks) => locks.get('lock'));
    return { ...(data ? { data } : {}), ...(lock ? { lock } : {}) };
  }

  /**
   * The account's key; made, and durable before anything is sealed with it, where there is none. Tabs that make one at once agree. Throws
   * DEVICE_LOCKED where it is wrapped and `unlocked` is not it.
   */
  async openVault(unlocked: UnlockedKey | null = null): Promise<Vault> {
    const { data, lock } = await this.read();
    if (lock) {
      if (unlocked?.generation !== lock.generation) throw new CallError('DEVICE_LOCKED');
      return new Vault(unlocked.key, unlocked.generation, data && { key: data.key, generation: data.generation ?? 1 });
    }
    if (data) return new Vault(data.key, data.generation);
    const made = await newDataKey();
    const kept = await this.inKeys((keys, database) =>
      database.transaction('rw', keys, async () => {
        const other = (await keys.get('data')) as KeyRow | undefined;
        if (!other) await keys.add({ name: 'data', key: made });
        return other ?? { key: made, generation: 1 };
      }),
    );
    return new Vault(kept.key, kept.generation);
  }

  /** The lock is in force when this resolves. Throws DEVICE_LOCKED where one is. */
  async setLock(lock: LockRow): Promise<void> {
    if ((await this.read()).lock) throw new CallError('DEVICE_LOCKED');
    await this.inLock((locks) => locks.put(lock));
    await this.inKeys((keys) => keys.put({ name: 'replaced' }));
  }

  /** As it was before `setLock`: nothing may be sealed with the key of the lock. */
  async undoLock(): Promise<void> {
    await this.inKeys((keys) => keys.delete('replaced'));
    await this.erase(this.lockName);
  }

  changeLock(change: (lock: LockRow) => LockRow): Promise<void> {
    return this.inLock((locks, database) =>
      database.transaction('rw', locks, async () => {
        const lock = await locks.get('lock');
        if (lock) await locks.put(change(lock));
      }),
    );
  }

  /** Nothing is sealed with the key before the lock any more. */
  async dropReplaced(): Promise<void> {
    await this.erase(this.keysName);
  }

  /** The key lies on the device from now on, without a lock. */
  async dropLock({ key, generation }: UnlockedKey): Promise<void> {
    await this.inKeys((keys, database) =>
      database.transaction('rw', keys, async () => {
        await keys.put({ name: 'data', key, generation });
        await keys.delete('replaced');
      }),
    );
    await this.erase(this.lockName);
  }

  private async erase(name: string): Promise<void> {
    await new Dexie(name, this.options as ConstructorParameters<typeof Dexie>[1]).delete();
  }

  private inKeys<T>(work: (keys: Table<Row, Row['name']>, database: Dexie) => PromiseLike<T>): Promise<T> {
    return this.within(this.keysName, 'keys', work);
  }

  private inLock<T>(work: (locks: Table<LockRow, 'lock'>, database: Dexie) => PromiseLike<T>): Promise<T> {
    return this.within(this.lockName, 'locks', work);
  }

  private async within<Row, Key, T>(
    name: string,
    table: string,
    work: (rows: Table<Row, Key>, database: Dexie) => PromiseLike<T>,
  ): Promise<T> {
    const database = new Dexie(name, { chromeTransactionDurability: 'strict', ...this.options });
    database.version(1).stores({ [table]: 'name' });
    try {
      return await work(database.table(table), database);
    } finally {
      database.close();
    }
  }
}

export interface PinAttempts {
  /** wrong PINs since the last right one */
  failures: number;
  /** milliseconds by this device, when the last was tried */
  failedAt: number;
}
