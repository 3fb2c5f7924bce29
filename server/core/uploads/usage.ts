/** How much of its storage a company uses. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables';
import './tables';

/** Bytes of its recordings, in whole size those that are still on their way. */
export async function storedBytes(db: Kysely<Tables>, companyId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('upload')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}
