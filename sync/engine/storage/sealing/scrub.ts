/**
 * Makes the browser remove deleted bytes from disk soon. Chromium does so when it compacts its database files, which
 * creating and deleting databases triggers (tests/e2e/device-lock.spec.ts reads the bytes of a profile). Other browsers
 * may differ; only an attacker with the disk could tell.
 *
 * Compaction keeps a deleted row for as long as a read continues that began before the deletion, and does not return to
 * these bytes by itself. Deleting a database makes Chromium compact again, but only the files that can contain rows of
 * that database: those with the key are reached by databases as old as the key. Each key has some, without content: its
 * spares. They are deleted one by one some seconds after the key, when the reads that went on then have ended.
 */
import Dexie from 'dexie';
import type { DexieEnvironment } from '../dexie-environment';

/** Compaction begins with the fourth file. */
const TIMES = 6;
/** One moves the deleted rows, the next removes the files they were in; one more for certainty. */
const SPARES = [1, 2, 3];

export const scrubDatabaseName = (prefix: string): string => `${prefix}satchel-scrub`;

const SPARE = 'satchel-spare-';

export const spareDatabaseNames = (userId: string, companyId: string): string[] =>
  SPARES.map((n) => `${SPARE}${n}-${companyId}-${userId}`);

export const isSpare = (name: string, prefix: string): boolean => name.startsWith(prefix + SPARE);

/** Creates a database with one row. */
async function createSmall(name: string, options: DexieEnvironment): Promise<Dexie> {
  const database = new Dexie(name, { chromeTransactionDurability: 'strict', ...options });
  database.version(1).stores({ rows: 'n' });
  try {
    await database.table('rows').put({ n: 0 });
  } finally {
    database.close();
  }
  return database;
}

/** Creates the spares of a key; those that exist stay. Never fails: a key is usable without them. */
export async function createSpares(names: readonly string[], options: DexieEnvironment): Promise<void> {
  try {
    for (const name of names) await createSmall(name, options);
  } catch {
    /* see above */
  }
}

/**
 * Deletes a small database, rows first: Chromium deletes the rows of a deleted database later, in the background, so
 * that reads which begin until then would keep them, too.
 */
export async function deleteWithRows(name: string, options: DexieEnvironment): Promise<void> {
  const database = new Dexie(name, { chromeTransactionDurability: 'strict', ...options });
  try {
    await database.open();
    await Promise.all(database.tables.map((table) => table.clear()));
  } catch {
    // missing or unreadable: deleted all the same
  }
  database.close();
  await new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]).delete();
}

/**
 * Never fails: if another tab does the same, one aborts the other, and a device without space must still be able to
 * sign out.
 */
export async function scrub(prefix: string, options: DexieEnvironment): Promise<void> {
  try {
    for (let n = 0; n < TIMES; n += 1) await (await createSmall(scrubDatabaseName(prefix), options)).delete();
  } catch {
    /* see above */
  }
}
