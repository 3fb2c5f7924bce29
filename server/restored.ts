/** What follows from a database that was brought back to an earlier state. */
import type { Database } from './platform/database/open';

/**
 * Ends the open sessions: one that was ended after the backup was made would be open again, and most devices hold tokens that this database
 * does not know. Devices keep what they have and wait for a sign-in; one that was told to erase its copy still does.
 */
export async function afterRestore(database: Pick<Database, 'transaction' | 'query'>, { now }: { now: number }): Promise<void> {
  await database.transaction(async () => {
    await database.query({ text: `update sessions set revoked_at = $1, revoked_reason = 'revoked' where revoked_at is null`, values: [now] });
  });
}
