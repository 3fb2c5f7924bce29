/**
 * Where the key of an account lies on this device: a small IndexedDB database of its own, erased before anything else of the account.
 * Without it what the other databases hold is noise. It is opened for a moment at a time, so that nothing holds up its erasure.
 */
import Dexie, { type EntityTable } from 'dexie';
import { newDataKey, Vault } from './vault';

export interface DexieEnvironment { indexedDB?: IDBFactory; IDBKeyRange?: typeof globalThis.IDBKeyRange }

interface KeyRow {
  name: 'data';
  /** not extractable: the browser uses it, no script reads it */
  key: CryptoKey;
}

export const keyDatabaseName = (userId: string, companyId: string): string => `satchel-keys-${companyId}-${userId}`;

class KeyDatabase extends Dexie {
  keys!: EntityTable<KeyRow, 'name'>;

  constructor(name: string, options: DexieEnvironment) {
    super(name, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({ keys: 'name' });
  }
}

/** The account's key; made, and durable before anything is sealed with it, where there is none. Tabs that make one at once agree. */
export async function openVault(name: string, options: DexieEnvironment): Promise<Vault> {
  const database = new KeyDatabase(name, options);
  try {
    const known = await database.keys.get('data');
    if (known) return new Vault(known.key);
    const made = await newDataKey();
    return await database.transaction('rw', database.keys, async () => {
      const other = await database.keys.get('data');
      if (!other) await database.keys.add({ name: 'data', key: made });
      return new Vault(other?.key ?? made);
    });
  } finally {
    database.close();
  }
}
