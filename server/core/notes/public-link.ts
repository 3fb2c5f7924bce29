/**
 * Decides whether the public link of a note opens without a session.
 *
 *   range 'public' ∧ not expired ∧ the organization allows public links ∧ not deleted ∧ its creator still reads it and
 *   contributes to its project, so that a person who lost the project cannot keep a part of it public
 *
 * The conditions are checked at each request, so a change applies at the next one. The address belongs to the company
 * that has claimed it (../public-pages/address-claims.ts).
 */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import type { OpenPage } from '../public-pages/viewer';
import '../../shared/identity-tables';
import '../../sync/tables';
import '../public-pages/tables';

/** The note's company if its public link opens it now; null otherwise. */
export async function publicNote({ db, clock }: Pick<Platform, 'db' | 'clock'>, id: string): Promise<OpenPage | null> {
  const found = await sql<{ company_id: string; indexed: boolean | null }>`
    select d.company_id, (d.data ->> 'linkIndexed')::boolean as indexed
    from public_page p join doc d on d.company_id = p.company_id and d.collection = p.collection and d.id = p.document_id
      left join companies c on c.id = d.company_id
    where p.collection = 'notes' and p.document_id = ${id} and not d.deleted and d.data ->> 'shareRange' = 'public'
      and coalesce((d.data ->> 'linkExpiresAt')::double precision, 0) not between 1 and ${clock.now()}::double precision
      and coalesce(c.public_links, true) and coalesce(c.enabled, true)
      and (
        select bool_or(a.space_id = d.space_id)
          and bool_or(a.space_id = 'project:' || (d.data ->> 'projectId') and a.role <> 'viewer')
        from sync_access(d.company_id, d.data ->> 'creatorId') a where a.visible
      )`.execute(db);
  const [note] = found.rows;
  return note ? { companyId: note.company_id, isIndexed: note.indexed === true } : null;
}
