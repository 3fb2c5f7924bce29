/** Finds the chats of a project by their titles. Chats are not in the index, so their titles are ranked in memory. */
import { matchesIn, rangesOf } from '../../../sync/ranking/passages';
import type { Answer } from './answer';
import { rankTexts } from './rank-texts';
import type { Database, Person } from './read-documents';

/** the newest chats of a project, whose titles are read */
const CHATS_MAX = 2_000;

interface Chat {
  id: string;
  title: string;
  updatedAt: number;
}

/** Chats and web searches that the person sees now. */
const CHATS = `
  select d.id, d.data ->> 'title' as title, (d.data ->> 'updatedAt')::float8 as "updatedAt"
  from doc d join sync_access($1, $2) a on a.space_id = d.space_id and a.visible
  where d.company_id = $1 and d.collection = 'threads' and not d.deleted and d.refs @> $3::jsonb
    and d.data ->> 'kind' in ('chat', 'search')
  order by d.id desc limit ${CHATS_MAX}`;

export async function searchChats(
  db: Database,
  { companyId, userId }: Person,
  projectId: string,
  keyword: string,
  limit: number,
): Promise<Answer> {
  const { rows } = await db.query<Chat>({
    name: 'search_project_chats',
    text: CHATS,
    values: [companyId, userId, JSON.stringify({ projectId })],
  });
  const titles = rows.map(({ title }) => [{ field: 'title' as const, text: title }]);
  const { best, isClosest, terms } = await rankTexts(keyword, titles, limit);
  return {
    list: best.map(({ text, score }) => {
      const { id, title, updatedAt } = rows[text]!;
      const titleRanges = rangesOf(matchesIn(title, terms, 'title'));
      return { collection: 'threads', id, title, titleRanges, projectId, itemType: '', updatedAt, passages: [], score };
    }),
    closest: isClosest,
  };
}
