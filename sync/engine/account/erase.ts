/** Erases the databases of accounts; continues an erasure that an earlier start did not finish. */
import type { Environment } from '../storage/environment';
import { keyDatabaseName, lockDatabaseName } from '../storage/sealing/keys';
import { deleteDatabases } from '../storage/integrity/broken-storage';
import { deleteWithRows, isSpare, scrub, scrubDatabaseName } from '../storage/sealing/scrub';
import type { AccountsDatabase } from './accounts';
import { profileDatabaseName, type AccountId } from '../storage/account';
import { accountKey } from '../storage/account-key';
import { databasesOf } from '../storage/database-names';
import { dexieOptions } from '../storage/dexie-options';

/** The erasures to note when accounts are forgotten: their databases, and the scrub of the bytes they leave on disk. */
export const erasuresOf = (accounts: AccountId[], prefix: string): string[] => [
  ...accounts.flatMap((each) => databasesOf(each, prefix)),
  scrubDatabaseName(prefix),
];

/**
 * Deletes the databases noted for erasure: keys first, and last (spares, scrub) the bytes that the browser has not
 * removed from disk yet. Idempotent; Dexie closes connections of other tabs on `versionchange`.
 */
export async function erasePending(accounts: AccountsDatabase, environment: Environment): Promise<void> {
  const options = dexieOptions(environment);
  const pending = await accounts.pendingErasures();
  const isOneOf = (name: string, kinds: ((userId: string, companyId: string) => string)[]): boolean =>
    kinds.some((nameOf) => name.startsWith(environment.prefix + nameOf('', '').slice(0, -1)));
  const isKey = (name: string): boolean => isOneOf(name, [keyDatabaseName, lockDatabaseName]);
  const isScrub = (name: string): boolean => name === scrubDatabaseName(environment.prefix);
  const rank = (name: string): number =>
    isKey(name) ? 0 : isScrub(name) ? 3 : isSpare(name, environment.prefix) ? 2 : 1;
  for (const name of pending.toSorted((a, b) => rank(a) - rank(b))) {
    if (isScrub(name)) await scrub(environment.prefix, options);
    // the rest is encrypted with the key
    else if (isKey(name) || isOneOf(name, [profileDatabaseName])) await deleteWithRows(name, options);
    else await deleteDatabases([name], options);
    await accounts.erased(name);
  }
}

/** Clears the loss counters of erased accounts: erased data is not lost data. */
export function forgetLossCounts(accounts: AccountId[], { lossCounter }: Environment): void {
  for (const { userId, companyId } of accounts) lossCounter?.write(accountKey(userId, companyId), null);
}
