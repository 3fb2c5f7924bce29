/** Erases the databases of accounts; continues an erasure that an earlier start did not finish. */
import Dexie from 'dexie';
import type { Environment } from '../storage/environment';
import { keyDatabaseName, lockDatabaseName } from '../storage/sealing/keys';
import { scrub, scrubDatabaseName } from '../storage/sealing/scrub';
import type { AccountsDatabase } from './accounts';
import type { AccountId } from '../storage/account';
import { accountKey } from '../storage/account-key';
import { databasesOf } from '../storage/database-names';
import { dexieOptions } from '../storage/dexie-options';

/** The erasures to note when accounts are forgotten: their databases, and the scrub of the bytes they leave on disk. */
export const erasuresOf = (accounts: AccountId[], prefix: string): string[] => [
  ...accounts.flatMap((each) => databasesOf(each, prefix)),
  scrubDatabaseName(prefix),
];

/**
 * Deletes the databases noted for erasure: keys first, and last the bytes that the browser has not removed from disk
 * yet. Idempotent; Dexie closes connections of other tabs on `versionchange`.
 */
export async function erasePending(accounts: AccountsDatabase, environment: Environment): Promise<void> {
  const options = dexieOptions(environment);
  const pending = await accounts.pendingErasures();
  const keys = pending.filter((name) =>
    [keyDatabaseName, lockDatabaseName].some((nameOf) =>
      name.startsWith(environment.prefix + nameOf('', '').slice(0, -1)),
    ),
  );
  const scrubs = pending.filter((name) => name === scrubDatabaseName(environment.prefix));
  for (const name of new Set([...keys, ...pending.filter((each) => !scrubs.includes(each)), ...scrubs])) {
    if (scrubs.includes(name)) await scrub(environment.prefix, options);
    else await new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]).delete();
    await accounts.erased(name);
  }
}

/** Clears the loss counters of erased accounts: erased data is not lost data. */
export function forgetLossCounts(accounts: AccountId[], { lossCounter }: Environment): void {
  for (const { userId, companyId } of accounts) lossCounter?.write(accountKey(userId, companyId), null);
}
