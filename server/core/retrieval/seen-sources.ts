/** SQL that selects the documents that a person may see, within the scope of a question. */

/** Common table expression of the spaces of company $1 that person $2 may see now. */
export const SEEN_SPACES = `seen as materialized (
  select a.space_id from sync_access($1, $2) a where a.visible
)`;

/** Placeholders of the statement, such as `$3`. */
interface ScopeParameters {
  model: string;
  projects: string;
  documents: string;
  kinds: string;
}

/**
 * Joins the target of `s` (vector_source, of company $1) as `t`, if it is in the scope and the person may see it. Ends
 * with a WHERE clause, which the statement may extend with AND. The statement must check the source document of `s`
 * itself (SEEN_DOCUMENT).
 */
export const inScope = ({ model, projects, documents, kinds }: ScopeParameters): string => `
  join doc t on t.company_id = $1 and t.collection = s.target_collection and t.id = s.target_id and not t.deleted
    and t.space_id in (select space_id from seen)
  where s.company_id = $1 and s.model = ${model} and (
    (${kinds}::text[] is null or t.collection = any(${kinds}::text[])
      or t.collection = 'projectItems' and 'projectItems/' || (t.data ->> 'itemType') = any(${kinds}::text[]))
    and (cardinality(${projects}::text[]) + cardinality(${documents}::text[]) = 0
      or t.refs ->> 'projectId' = any(${projects}::text[])
      or t.collection = 'projects' and t.id = any(${projects}::text[]))
    or t.collection || '/' || t.id = any(${documents}::text[]))`;

/** Joins the source document of `s` as `d`, if the person may see it. */
export const SEEN_DOCUMENT = `
  join doc d on d.company_id = $1 and d.collection = s.collection and d.id = s.id and not d.deleted
    and d.space_id in (select space_id from seen)`;
