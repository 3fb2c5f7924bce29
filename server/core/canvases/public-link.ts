/**
 * Decides whether the public link of a canvas opens without a session.
 *
 *   published ∧ the organization allows public links ∧ not deleted ∧ its creator still reads it, and contributes to the
 *   project of its chat, so that a person who lost the project cannot keep a part of it public
 *
 * The conditions are checked at each request, so a change applies at the next one.
 */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import type { OpenPage } from '../public-pages/viewer';
import '../../shared/identity-tables';
import '../../sync/tables';
import '../public-pages/tables';

/** The canvas's company if its public link opens it now; null otherwise. */
export async function publicCanvas({ db }: Pick<Platform, 'db'>, id: string): Promise<OpenPage | null> {
  const found = await sql<{ company_id: string }>`
    select d.company_id
    from public_page p join doc d on d.company_id = p.company_id and d.collection = p.collection and d.id = p.document_id
      join doc t on t.company_id = d.company_id and t.collection = 'threads' and t.id = d.data ->> 'parentId' and not t.deleted
      left join companies c on c.id = d.company_id
    where p.collection = 'canvases' and p.document_id = ${id} and not d.deleted and d.data -> 'isPublic' = 'true'
      and coalesce(c.public_links, true) and coalesce(c.enabled, true)
      and (
        select bool_or(a.space_id = d.space_id)
          and (t.data ->> 'projectId' = '' or bool_or(a.space_id = 'project:' || (t.data ->> 'projectId') and a.role <> 'viewer'))
        from sync_access(d.company_id, d.data ->> 'creatorId') a where a.visible
      )`.execute(db);
  const [canvas] = found.rows;
  // answers of a model are never indexed
  return canvas ? { companyId: canvas.company_id, isIndexed: false } : null;
}
