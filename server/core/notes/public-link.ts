/**
 * The public link of a note: who may open it without a session.
 *
 *   range 'public' ∧ not expired ∧ the organization allows public links ∧ not deleted ∧ its creator still reads it and
 *   contributes to its project, so that a person who lost the project cannot keep a part of it public
 *
 * Nothing is stored for the link, so that a change of any of these is true at the next request.
 */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import '../../shared/identity-tables';
import '../../sync/tables';

/** Tells whether a company allows public links. */
export const publicLinksOf =
  ({ db }: Pick<Platform, 'db'>) =>
  async (companyId: string): Promise<boolean> => {
    const company = await db
      .selectFrom('companies')
      .select('public_links')
      .where('id', '=', companyId)
      .executeTakeFirst();
    // companies that only exist as a clock, in tests and during an import, have no setting
    return company?.public_links ?? true;
  };

export interface PublicNote {
  companyId: string;
  isIndexed: boolean;
}

/** The note's company if its public link opens it now; null otherwise. */
export async function publicNote(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: string,
): Promise<PublicNote | null> {
  const found = await sql<{ company_id: string; indexed: boolean | null }>`
    select d.company_id, (d.data ->> 'linkIndexed')::boolean as indexed
    from doc d left join companies c on c.id = d.company_id
    where d.id = ${id} and d.collection = 'notes' and not d.deleted and d.data ->> 'shareRange' = 'public'
      and coalesce((d.data ->> 'linkExpiresAt')::double precision, 0) not between 1 and ${clock.now()}::double precision
      and coalesce(c.public_links, true) and coalesce(c.enabled, true)
      and (
        select bool_or(a.space_id = d.space_id)
          and bool_or(a.space_id = 'project:' || (d.data ->> 'projectId') and a.role <> 'viewer')
        from sync_access(d.company_id, d.data ->> 'creatorId') a where a.visible
      )`.execute(db);
  // Devices create the random ids: if notes of two companies have the same id, none is shown.
  const [note] = found.rows;
  return found.rows.length === 1 && note ? { companyId: note.company_id, isIndexed: note.indexed === true } : null;
}
