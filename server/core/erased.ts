/** Erases the rows of other tables that belong to an erased document. */
import type { Platform } from '../platform/context';
import { releaseErasedLinks } from './public-pages/address-claims';
import { forgetErasedEvents } from './project-history/record';

/**
 * Deletes the history of erased documents and the claims to their public addresses; in the transaction that erases them.
 * @param ids of the erased documents
 */
export async function forgetErased(
  database: Pick<Platform, 'db'>,
  erased: { companyId: string; ids: readonly string[] },
): Promise<void> {
  await forgetErasedEvents(database, erased);
  await releaseErasedLinks(database, erased);
}
