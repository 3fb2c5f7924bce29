/** Locks by name, for rules over rows that do not exist yet: a row that exists is locked by `for update`. */
import { sql } from 'kysely';
import type { Platform } from '../context';

/**
 * Waits until no other transaction of any process holds the lock of this name, and holds it until this transaction
 * ends. Only inside a transaction. Two names can share a lock (64 bits of a hash); then one waits without need.
 */
export async function lockUntilCommit({ db }: Pick<Platform, 'db'>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
