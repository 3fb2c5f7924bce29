/** What follows from a database that was brought back to an earlier state. */
import { beginEpoch } from './sync/epoch';
import type { Database } from './platform/database/open';

/**
 * Begins a new epoch, in which devices compare all they have with the server and send what it no longer has. Ends the open sessions: one
 * that was ended after the backup would be open again, and most devices hold tokens that this database does not know. Devices keep what
 * they have and wait for a sign-in. One that was told to erase its copy before the backup still does; after it, it has to be told again.
 */
export async function afterRestore(
  database: Pick<Database, 'transaction' | 'query' | 'db'>,
  { now, backupAt }: { now: number; /** milliseconds; 0 where nobody knows */ backupAt: number },
): Promise<void> {
  await database.transaction(async () => {
    await beginEpoch(database.db, backupAt, now);
    await database.query({
      text: `update sessions set revoked_at = $1, revoked_reason = 'revoked' where revoked_at is null`,
      values: [now],
    });
  });
}
