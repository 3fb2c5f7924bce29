/**
 * Makes the browser remove deleted bytes from disk now. Chromium does so when it compacts its database files, which
 * creating and deleting a few databases triggers (tests/e2e/device-lock.spec.ts reads the bytes of a profile). Other
 * browsers may differ; only an attacker with the disk could tell.
 */
import Dexie from 'dexie';
import type { DexieEnvironment } from './keys';

/** Compaction begins with the fourth file. */
const TIMES = 6;

export const scrubDatabaseName = (prefix: string): string => `${prefix}satchel-scrub`;

/**
 * Never fails: if another tab does the same, one aborts the other, and a device without space must still be able to
 * sign out.
 */
export async function scrub(prefix: string, options: DexieEnvironment): Promise<void> {
  try {
    for (let n = 0; n < TIMES; n += 1) {
      const database = new Dexie(scrubDatabaseName(prefix), { chromeTransactionDurability: 'strict', ...options });
      database.version(1).stores({ rows: 'n' });
      await database.table('rows').put({ n });
      await database.delete();
    }
  } catch {
    /* see above */
  }
}
