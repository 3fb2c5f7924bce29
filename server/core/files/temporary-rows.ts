/** Rows of temporary files that have not expired. */
import { sql } from 'kysely';
import type { Actor, Platform } from '../../platform/context';
import type { TemporaryFileRow } from './tables';
import './tables';

/** Those of the files that are this person's own. */
export const temporaryOf = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  ids: readonly string[],
): Promise<TemporaryFileRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('temporary_file')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .where('expires_at', '>', clock.now())
        .execute();
