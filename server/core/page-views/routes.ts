import { sql, type RawBuilder } from 'kysely';
import type { KindName } from '../../../sync/model/kinds';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { bind, type BoundCall } from '../../platform/http/feature';
import { publicCanvas } from '../canvases/public-link';
import { publicSlides } from '../research/public-link';
import { publicNote } from '../notes/public-link';
import type { OpenPage } from '../public-pages/viewer';
import { pageViewCalls, type PageKind } from './contract';
import '../livepages/tables';
import '../../sync/tables';
import './tables';

/** LivePages are not documents; they have a table of their own. */
const COLLECTION_OF: Record<Exclude<PageKind, 'livepage'>, KindName> = {
  article: 'threads',
  slides: 'threads',
  project: 'projects',
  note: 'notes',
  meeting: 'meetings',
  canvas: 'canvases',
};

const DAY = 24 * 60 * 60 * 1000;

export function pageViewRoutes(platform: Pick<Platform, 'db' | 'clock'>): BoundCall[] {
  return [
    bind(pageViewCalls.views, async ({ actor, input }) => ({
      views: await countView(platform, actor, input.kind, input.id),
    })),
  ];
}

async function openPage(
  platform: Pick<Platform, 'db' | 'clock'>,
  kind: PageKind,
  id: string,
): Promise<OpenPage | null> {
  if (kind === 'note') return publicNote(platform, id);
  if (kind === 'slides') return publicSlides(platform, id);
  return kind === 'canvas' ? publicCanvas(platform, id) : null;
}

/**
 * The page as `company_id, id` if this visitor may see it. Throws USER_NOT_LOGIN for a kind that only members may see.
 */
function seen(actor: Actor | null, kind: PageKind, id: string, open: OpenPage | null): RawBuilder<unknown> {
  if (kind === 'livepage')
    return sql`select p.company_id, p.id from live_page p where p.id = ${id} and (p.visible
    or (p.company_id = ${actor?.companyId ?? ''} and ${actor?.role != null} and (p.creator_id = ${
      actor?.userId ?? ''
    } or ${actor?.role === 'owner' || actor?.role === 'admin'})))`;
  if (open) return sql`select ${open.companyId}::text as company_id, ${id}::text as id`;
  if (!actor?.companyId || !actor.role) throw new CallError('USER_NOT_LOGIN');
  return sql`select d.company_id, d.id from doc d
    join sync_access(${actor.companyId}, ${actor.userId}) a on a.space_id = d.space_id and a.visible
    where d.company_id = ${actor.companyId} and d.collection = ${COLLECTION_OF[kind]} and d.id = ${id} and not d.deleted`;
}

/**
 * Increments today's count. Throws DOCUMENT_NOT_FOUND for a page that the visitor may not see, as for a missing one.
 */
export async function countView(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor | null,
  kind: PageKind,
  id: string,
): Promise<number> {
  const counted = await sql<{ company_id: string }>`
    insert into page_view as v (company_id, kind, subject_id, day, views)
    select s.company_id, ${kind}::text, s.id, ${Math.floor(clock.now() / DAY) * DAY}::bigint, 1 from (${seen(
      actor,
      kind,
      id,
      await openPage({ db, clock }, kind, id),
    )}) s limit 1
    on conflict (company_id, kind, subject_id, day) do update set views = v.views + 1
    returning company_id`.execute(db);
  const [page] = counted.rows;
  if (!page) throw new CallError('DOCUMENT_NOT_FOUND');
  const { n } = await db
    .selectFrom('page_view')
    .select(({ fn }) => fn.sum<number>('views').as('n'))
    .where('company_id', '=', page.company_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}
