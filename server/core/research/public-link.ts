/**
 * Decides whether the public slides of a research open without a session.
 *
 *   share range 'public' ∧ the organization is enabled and allows public links ∧ the research is not deleted
 *   ∧ its creator may still see it, and is no mere viewer of its project
 *
 * The last condition prevents a person who lost access to a project from keeping content of it public. All conditions
 * are checked at each request.
 */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import type { OpenPage } from '../public-pages/viewer';
import '../../shared/identity-tables';
import '../../sync/tables';
import '../public-pages/tables';

/** Returns the company of a research if its slides are public now; null otherwise. */
export async function publicSlides({ db }: Pick<Platform, 'db'>, id: string): Promise<OpenPage | null> {
  const found = await sql<{ company_id: string }>`
    select d.company_id
    from public_page p join doc d on d.company_id = p.company_id and d.collection = p.collection and d.id = p.document_id
      join doc t on t.company_id = d.company_id and t.collection = 'threads' and t.id = d.id and not t.deleted
      left join companies c on c.id = d.company_id
    where p.collection = 'researches' and p.document_id = ${id} and not d.deleted
      and t.data ->> 'kind' = 'research' and t.data ->> 'shareRange' = 'public'
      and coalesce(c.public_links, true) and coalesce(c.enabled, true)
      and (
        select bool_or(a.space_id = t.space_id)
          and (t.data ->> 'projectId' = '' or bool_or(a.space_id = 'project:' || (t.data ->> 'projectId') and a.role <> 'viewer'))
        from sync_access(d.company_id, t.data ->> 'creatorId') a where a.visible
      )`.execute(db);
  const [research] = found.rows;
  // search engines must not index text written by a model
  return research ? { companyId: research.company_id, isIndexed: false } : null;
}
