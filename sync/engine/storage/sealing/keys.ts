/**
 * Storage of an account's encryption key on this device: in small separate IndexedDB databases, which are deleted first
 * when the account is erased. Without the key all other databases are unreadable. They are opened only briefly, so that
 * their deletion is never blocked.
 *
 *   no lock       keys { data: key }                               used by the browser, not extractable by scripts
 *   being locked  keys { data: key, replaced } · locks { lock }        its data is being re-encrypted (./reseal.ts); counts as locked
 *   locked        locks { lock: wrapped by PIN, passkeys, recovery }   the unwrapping secret is not on the device
 *
 * Two databases, because browsers remove the bytes of a deleted row from disk at any time, but those of a deleted
 * database soon (./scrub.ts). Each transition is one write, so an interruption leaves one of these states.
 */
import Dexie, { type Table } from 'dexie';
import { CallError } from '../../../protocol/errors';
import type { DexieEnvironment } from '../dexie-environment';
import { keyDatabaseName } from '../local-databases';
import { createSpares, deleteWithRows, spareDatabaseNames } from './scrub';
import { newDataKey, Vault } from './vault';

export { keyDatabaseName };

export interface KeyRow {
  name: 'data';
  /** not extractable */
  key: CryptoKey;
  /** number of this key among the account's keys on this device, from 1; absent: the first */
  generation?: number;
}
/** The current key belongs to the lock. A separate row, so that the key row is not written again. */
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
  /** requested by the person, independent of the organization's policy */
  wanted: boolean;
  pin: WrappedKey & { iterations: number };
  /** `id`: of the credential, base64url; `salt`: also the PRF input */
  passkeys: (WrappedKey & { id: string; createdAt: number })[];
  /** `id`: of the secret stored by the server */
  recovery: WrappedKey & { id: string };
}

/** An unwrapped key. Kept in memory only. */
export interface UnlockedKey {
  generation: number;
  key: CryptoKey;
}

/** `lock`: set if a lock is in force. */
export interface Keys {
  data?: KeyRow;
  lock?: LockRow;
}

export const lockDatabaseName = (userId: string, companyId: string): string => `satchel-locks-${companyId}-${userId}`;

/** The databases of one account's key. */
export class KeyStore {
  private readonly keysName: string;
  private readonly lockName: string;
  /** Created with each key that is stored, deleted after it (./scrub.ts). */
  readonly spareNames: readonly string[];

  constructor(
    prefix: string,
    userId: string,
    companyId: string,
    private readonly options: DexieEnvironment,
  ) {
    this.keysName = prefix + keyDatabaseName(userId, companyId);
    this.lockName = prefix + lockDatabaseName(userId, companyId);
    this.spareNames = spareDatabaseNames(userId, companyId).map((name) => prefix + name);
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
   * Opens the account's vault; creates a key, durable before its first use, if there is none. Concurrent tabs agree on
   * one key. Throws DEVICE_LOCKED if the key is wrapped and `unlocked` does not match.
   */
  async openVault(unlocked: UnlockedKey | null = null): Promise<Vault> {
    const { data, lock } = await this.read();
    if (lock) {
      if (unlocked?.generation !== lock.generation) throw new CallError('DEVICE_LOCKED');
      return new Vault(unlocked.key, unlocked.generation, data && { key: data.key, generation: data.generation ?? 1 });
    }
    if (data) return new Vault(data.key, data.generation);
    const made = await newDataKey();
    const stored = await this.inKeys((keys, database) =>
      database.transaction('rw', keys, async () => {
        const other = (await keys.get('data')) as KeyRow | undefined;
        if (!other) await keys.add({ name: 'data', key: made });
        return other ?? { key: made, generation: 1 };
      }),
    );
    if (stored.key === made) await createSpares(this.spareNames, this.options);
    return new Vault(stored.key, stored.generation);
  }

  /** Sets the lock, in force when this resolves. Throws DEVICE_LOCKED if there is one. */
  async setLock(lock: LockRow): Promise<void> {
    if ((await this.read()).lock) throw new CallError('DEVICE_LOCKED');
    await this.inLock((locks) => locks.put(lock));
    await this.inKeys((keys) => keys.put({ name: 'replaced' }));
  }

  /** Reverts `setLock`, provided that nothing was encrypted with the lock's key. */
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

  /** Deletes the previous key, when no data is encrypted with it any more. */
  async dropReplaced(): Promise<void> {
    await this.erase(this.keysName);
  }

  /** Stores the key on the device again, without a lock. */
  async dropLock({ key, generation }: UnlockedKey): Promise<void> {
    await this.inKeys((keys, database) =>
      database.transaction('rw', keys, async () => {
        await keys.put({ name: 'data', key, generation });
        await keys.delete('replaced');
      }),
    );
    await createSpares(this.spareNames, this.options);
    await this.erase(this.lockName);
  }

  private async erase(name: string): Promise<void> {
    await deleteWithRows(name, this.options);
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
  /** wrong PINs since the last correct one */
  failures: number;
  /** time of the last attempt, device milliseconds */
  failedAt: number;
}
