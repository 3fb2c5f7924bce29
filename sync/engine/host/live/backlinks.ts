import { merge, switchMap, throttleTime, type Observable } from 'rxjs';
import { MENTIONED, type MentionTarget } from '../../../model/mentions';
import type { Backlink } from '../live-queries';
import { LIST_MS, type LiveSources } from './live-sources';

/** most backlinks of one document */
const BACKLINKS_MAX = 100;

/** Backlinks of a target, from the search index, which contains only texts of this device. */
export function backlinks(
  { replica, documents, search }: Pick<LiveSources, 'replica' | 'documents' | 'search'>,
  target: MentionTarget,
): Observable<Backlink[]> {
  const kinds = (['notes', 'meetings'] as const).filter((kind) => replica.names.includes(kind));
  const renamed = kinds.map((kind) => replica.kind(kind).changes());
  return merge(search.generation$, ...renamed).pipe(
    throttleTime(LIST_MS, undefined, { leading: true, trailing: true }),
    switchMap(async () => {
      const found = await search.mentioning(target);
      const rows = await Promise.all(
        kinds.map(async (collection) => {
          const isTarget = MENTIONED[target.kind] === collection;
          const ids = found.flatMap((each) =>
            each.collection === collection && !(isTarget && each.id === target.id) ? [each.id] : [],
          );
          return (await documents.stored(collection, ids))
            .filter((row) => !row._deleted && documents.passes(collection, row))
            .map((row) => ({ collection, row }));
        }),
      );
      return rows
        .flat()
        .sort((a, b) => Number(b.row['updatedAt']) - Number(a.row['updatedAt']))
        .slice(0, BACKLINKS_MAX)
        .map(({ collection, row }) => ({
          collection,
          id: row.id,
          title: String(row['title'] ?? ''),
          projectId: String(row['projectId'] ?? ''),
        }));
    }),
  );
}
