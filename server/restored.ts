/** Steps after a database was restored to an earlier state. */
import { beginEpoch } from './sync/epoch';
import type { Database } from './platform/database/open';

/**
 * Begins a new epoch: devices compare all their documents with the server and send those that the server no longer has.
 * Ends all open sessions: a session that was revoked after the backup would be open again, and most devices hold tokens
 * that this database does not know. Devices keep their data and wait for a sign-in. A device that was told to erase its
 * copy before the backup still does; one that was told after the backup must be told again.
 */
export async function afterRestore(
  database: Pick<Database, 'transaction' | 'query' | 'db'>,
  { now, backupAt }: { now: number; /** milliseconds since the epoch; 0 if unknown */ backupAt: number },
): Promise<void> {
  await database.transaction(async () => {
    await beginEpoch(database.db, backupAt, now);
    await database.query({
      text: `update sessions set revoked_at = $1, revoked_reason = 'revoked' where revoked_at is null`,
      values: [now],
    });
  });
}
