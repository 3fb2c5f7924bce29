/** The history of projects as a call. */
import { sql } from 'kysely';
import type { ParsedInput } from '../../../sync/protocol/call';
import type { Actor, Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { SyncStore } from '../../sync/store';
import { visibleOr } from '../change';
import { historyCalls, type HistoryEvent } from './contract';
import './tables';

export const historyRoutes = (platform: Pick<Platform, 'db'>, sync: SyncStore): BoundCall[] => [
  bind(historyCalls.page, async ({ actor, input }) => {
    await visibleOr(sync, actor, 'projects', input.projectId, 'PROJECT_NOT_FOUND');
    return page(platform, actor, input);
  }),
];

interface Row {
  id: string;
  at: number;
  actor_id: string;
  type: HistoryEvent['type'];
  collection: HistoryEvent['subject']['collection'];
  subject_id: string;
  title: string;
  params: HistoryEvent['params'];
  total: number;
}

/**
 * Events whose subject was in a space that this person sees: a private note stays unknown to others. The own space of a
 * note or meeting stays the same when it is shared with more people: they see the events since then.
 */
async function page(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { projectId, actorId, type, currentPage, pageSize }: ParsedInput<typeof historyCalls.page>,
) {
  const { rows } = await sql<Row>`
    select e.id, e.at, e.actor_id, e.type, e.collection, e.subject_id, e.title, e.params, (count(*) over ())::int as total
    from project_event e
    join sync_access(${actor.companyId}, ${actor.userId}) a on a.space_id = e.space_id and a.visible
      and (a.role = 'owner' or e.space_id like 'project:%' or e.seq >= a.since_seq)
    where e.company_id = ${actor.companyId} and e.project_id = ${projectId}
      ${actorId ? sql`and e.actor_id = ${actorId}` : sql``} ${type ? sql`and e.type = ${type}` : sql``}
    order by e.at desc, e.seq desc, e.n desc, e.id desc limit ${pageSize} offset ${(currentPage - 1) * pageSize}`.execute(
    db,
  );
  return {
    list: rows.map((row) => ({
      id: row.id,
      at: row.at,
      actorId: row.actor_id,
      type: row.type,
      subject: { collection: row.collection, id: row.subject_id },
      title: row.title,
      params: row.params,
    })),
    total: rows[0]?.total ?? 0,
    currentPage,
    pageSize,
  };
}
