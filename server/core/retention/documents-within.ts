/** Finds the documents that are deleted with others, by the declarations of their kinds. */
import { sql } from 'kysely';
import { childrenOf, fieldsWithin, type KindName } from '../../../sync/model/kinds';
import type { Platform } from '../../platform/context';
import '../../sync/tables';

/**
 * Documents with their child documents and the documents within them, as the questions of a chat or the pages of a
 * website. One statement for each kind and level.
 * @param deleted true: within deleted documents; false: live ones
 */
export async function documentsWithin(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  collection: KindName,
  ids: readonly string[],
  { deleted }: { deleted: boolean },
): Promise<[KindName, string][]> {
  const found: [KindName, string][] = [];
  const known = new Set<string>();
  let level: readonly [KindName, readonly string[]][] = [[collection, ids]];
  while (level.length > 0) {
    const next: [KindName, readonly string[]][] = [];
    for (const [parent, parentIds] of level) {
      const added = parentIds.filter((id) => !known.has(`${parent}/${id}`));
      for (const id of added) known.add(`${parent}/${id}`);
      found.push(...added.flatMap((id): [KindName, string][] => [[parent, id], ...childrenOf(parent, id)]));
      if (added.length === 0) continue;
      for (const { kind, field } of fieldsWithin(parent)) {
        const { rows } = await sql<{ id: string }>`
          select t.id from unnest(${added}::text[]) as p (id)
          join doc t on t.company_id = ${companyId} and t.collection = ${kind} and t.deleted = ${deleted}
            and t.refs @> jsonb_build_object(${field}::text, p.id)`.execute(db);
        next.push([kind, rows.map(({ id }) => id)]);
      }
    }
    level = next;
  }
  return found;
}
