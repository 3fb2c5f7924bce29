/** Erases databases of an account, resuming what an earlier start did not finish. */
import Dexie from 'dexie';
import type { Environment } from '../storage/environment';
import { keyDatabaseName, lockDatabaseName } from '../storage/sealing/keys';
import { scrub, scrubDatabaseName } from '../storage/sealing/scrub';
import type { AccountsDatabase } from './accounts';
import type { AccountId } from '../storage/account';
import { databasesOf } from '../storage/database-names';

/** What is noted when accounts are forgotten: their databases, and that what their bytes leave on the disk is to go, too. */
export const erasuresOf = (accounts: AccountId[], prefix: string): string[] => [
  ...accounts.flatMap((each) => databasesOf(each, prefix)),
  scrubDatabaseName(prefix),
];

/**
 * Deletes what is noted for erasure: keys first, and in the end the bytes that a browser has not taken from its disk yet. Safe to repeat;
 * connections of other tabs are closed by Dexie when they hear of it.
 */
export async function erasePending(accounts: AccountsDatabase, environment: Environment): Promise<void> {
  const options = {
    ...(environment.indexedDB ? { indexedDB: environment.indexedDB } : {}),
    ...(environment.IDBKeyRange ? { IDBKeyRange: environment.IDBKeyRange } : {}),
  };
  const pending = await accounts.pendingErasures();
  const keys = pending.filter((name) =>
    [keyDatabaseName, lockDatabaseName].some((of) => name.startsWith(environment.prefix + of('', '').slice(0, -1))),
  );
  const last = pending.filter((name) => name === scrubDatabaseName(environment.prefix));
  for (const name of new Set([...keys, ...pending.filter((each) => !last.includes(each)), ...last])) {
    if (last.includes(name)) await scrub(environment.prefix, options);
    else await new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]).delete();
    await accounts.erased(name);
  }
}
