/**
 * Brings a browser to take the bytes of what was deleted from its disk now. Chromium does that when it merges the files of its database,
 * which a few databases that are made and deleted again bring about (tests/e2e/device-lock.spec.ts reads the bytes of a profile). What
 * other browsers do is theirs to say: nothing depends on it but what a thief of the disk finds.
 */
import Dexie from 'dexie';
import type { DexieEnvironment } from './keys';

/** Merging begins with the fourth file. */
const TIMES = 6;

export const scrubDatabaseName = (prefix: string): string => `${prefix}satchel-scrub`;

/** Never fails: where another tab does the same, one ends the other's turn, and a device without room is not kept from signing out. */
export async function scrub(prefix: string, options: DexieEnvironment): Promise<void> {
  try {
    for (let n = 0; n < TIMES; n += 1) {
      const database = new Dexie(scrubDatabaseName(prefix), { chromeTransactionDurability: 'strict', ...options });
      database.version(1).stores({ rows: 'n' });
      await database.table('rows').put({ n });
      await database.delete();
    }
  } catch {
    /* as said */
  }
}
