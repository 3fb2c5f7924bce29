import { sql } from 'kysely';
import type { CollectionName } from '../../../sync/model/registry';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import { trafficCalls, type PageKind } from './contract';
import '../sync/tables';
import './tables';

const LIES: Record<PageKind, CollectionName> = { article: 'threads', slides: 'threads', livepage: 'threads', project: 'projects', note: 'notes', meeting: 'meetings' };

const DAY = 24 * 60 * 60 * 1000;

export function trafficRoutes(platform: Pick<Platform, 'db' | 'clock'>): BoundCall[] {
  return [bind(trafficCalls.views, async ({ actor, input }) => ({ views: await countView(platform, actor, input.kind, input.id) }))];
}

/** Adds a view to today's. Throws DOCUMENT_NOT_FOUND for what this person does not see, whether it exists or not. */
async function countView({ db, clock }: Pick<Platform, 'db' | 'clock'>, actor: Actor, kind: PageKind, id: string): Promise<number> {
  const counted = await sql<{ views: number }>`
    insert into page_view as v (company_id, kind, subject_id, day, views)
    select d.company_id, ${kind}::text, d.id, ${Math.floor(clock.now() / DAY) * DAY}::bigint, 1
    from doc d join sync_access(${actor.companyId}, ${actor.userId}) a on a.space_id = d.space_id and a.visible
    where d.company_id = ${actor.companyId} and d.collection = ${LIES[kind]} and d.id = ${id} and not d.deleted
    on conflict (company_id, kind, subject_id, day) do update set views = v.views + 1
    returning views`.execute(db);
  if (counted.rows.length === 0) throw new CallError('DOCUMENT_NOT_FOUND');
  const { n } = await db.selectFrom('page_view').select(({ fn }) => fn.sum<number>('views').as('n')).where('company_id', '=', actor.companyId).where('kind', '=', kind).where('subject_id', '=', id).executeTakeFirstOrThrow();
  return Number(n);
}
