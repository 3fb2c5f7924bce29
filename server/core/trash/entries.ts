/** The entries of the trash that a person can restore. */
import { sql, type RawBuilder } from 'kysely';
import { kindsWithin, TRASH_KINDS, trashOf, type KindName, type TrashKind } from '../../../sync/model/kinds';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import type { Actor, Platform } from '../../platform/context';
import { literal } from '../listing';
import '../retention/tables';
import { TRASH_DAYS, type trashCalls, type TrashEntry } from './contract';
import './tables';

export const TRASH_MS = TRASH_DAYS * 24 * 60 * 60_000;

/** Kinds of a project that stay documents of their creator, also if it is another person's project. */
export const OF_CREATORS: readonly KindName[] = kindsWithin('projects').filter((kind) =>
  TRASH_KINDS.some((each) => each === kind && trashOf(each).owner === 'creatorId'),
);

interface Row {
  collection: TrashKind;
  id: string;
  title: string | null;
  item_type: string | null;
  project_id: string | null;
  is_project_gone: boolean;
  deleted_at: number;
  deleted_by: string;
  notes: number;
  meetings: number;
  is_own: boolean;
  total: number;
}

const OWNER_FIELD = sql.join(
  TRASH_KINDS.map((kind) => sql`when ${kind} then ${trashOf(kind).owner}::text`),
  sql` `,
);
/** `d`: the document */
export const isOwn = (userId: string) => sql`(d.data ->> (case d.collection ${OWNER_FIELD} end) = ${userId})`;

const RESTORED_BY_OTHERS = TRASH_KINDS.filter((kind) => trashOf(kind).restoredBy !== null);
const RESTORED_BY_CONTRIBUTORS = TRASH_KINDS.filter((kind) => trashOf(kind).restoredBy === 'contributor');
const mayRestore = (userId: string) => sql`(
  a.role = 'owner' and d.collection = any(${RESTORED_BY_OTHERS}::text[])
  or a.role = 'contributor' and d.collection = any(${RESTORED_BY_CONTRIBUTORS}::text[]) or ${isOwn(userId)})`;

/**
 * The entries that a person can restore, as a `from` clause: `t` the entry, `d` the document, `a` the person's access.
 * If a person's document was deleted with the project of another person, it is an entry of its own: its creator can
 * restore it without the project's owner.
 */
export const entriesOf = ({ companyId, userId }: Actor, now: number, and: readonly RawBuilder<unknown>[] = []) => sql`
  from (
    select company_id, collection, id, seq, deleted_at, deleted_by from trash
    union all
    select t.company_id, c.collection, c.id, t.seq, t.deleted_at, t.deleted_by from trash t
    join doc p on p.company_id = t.company_id and p.collection = t.collection and p.id = t.id
      and p.data ->> 'ownerId' is distinct from ${userId}
    join doc c on c.company_id = t.company_id and c.collection = any(${OF_CREATORS}::text[]) and c.deleted
      and c.seq = t.seq and c.refs @> jsonb_build_object('projectId', t.id, 'creatorId', ${userId}::text)
    where t.company_id = ${companyId} and t.collection = 'projects'
      and not exists (select from trash o where o.company_id = c.company_id and o.collection = c.collection
        and o.id = c.id and o.seq = c.seq)
  ) t
  join doc d on d.company_id = t.company_id and d.collection = t.collection and d.id = t.id and d.deleted and d.seq = t.seq
  join sync_access(${companyId}, ${userId}) a on a.space_id = d.space_id and a.visible
  where t.company_id = ${companyId} and t.deleted_at >= ${now - TRASH_MS}::bigint and d.data <> '{}'::jsonb
    and ${mayRestore(userId)}
    and not exists (select from retention_deleted r where r.company_id = d.company_id and r.collection = d.collection
      and r.id = d.id and r.at >= d.deleted_at)
    ${sql.join(
      and.map((condition) => sql`and ${condition}`),
      sql` `,
    )}`;

type Database = Pick<Platform, 'db' | 'clock'>;

export interface FoundEntry {
  isOwn: boolean;
  /** '' for none */
  projectId: string;
  creatorId: string;
}

/** The entry of a document, if this person can restore it. */
export async function findEntry(
  { db, clock }: Database,
  actor: Actor,
  kind: TrashKind,
  id: string,
): Promise<FoundEntry | null> {
  const { rows } = await sql<{ is_own: boolean; project_id: string | null; creator_id: string | null }>`
    select ${isOwn(actor.userId)} as is_own, d.data ->> 'projectId' as project_id,
      coalesce(d.data ->> 'creatorId', d.data ->> 'addedBy') as creator_id
    ${entriesOf(actor, clock.now(), [sql`t.collection = ${kind}`, sql`t.id = ${id}`])}`.execute(db);
  const [row] = rows;
  return row ? { isOwn: row.is_own, projectId: row.project_id ?? '', creatorId: row.creator_id ?? '' } : null;
}

/** A page of the entries, newest first. */
export async function pageOfEntries(
  { db, clock }: Database,
  actor: Actor,
  { currentPage, pageSize, titleLike }: ParsedInput<typeof trashCalls.page>,
): Promise<CallOutput<typeof trashCalls.page>> {
  const like = titleLike.normalize('NFC').trim();
  const held = (kind: string) => sql`(case when d.collection = 'projects' then (
    select count(*)::int from doc c where c.company_id = d.company_id and c.deleted and c.seq = d.seq
      and c.collection = ${kind} and c.refs @> jsonb_build_object('projectId', d.id)) else 0 end)`;
  const { rows } = await sql<Row>`
    select t.collection, t.id, d.data ->> 'title' as title, d.data ->> 'itemType' as item_type,
      d.data ->> 'projectId' as project_id, t.deleted_at, t.deleted_by,
      coalesce(d.data ->> 'projectId', '') <> '' and not exists (
        select from doc p where p.company_id = d.company_id and p.collection = 'projects'
          and p.id = d.data ->> 'projectId' and not p.deleted
          and p.space_id in (select b.space_id from sync_access(${actor.companyId}, ${actor.userId}) b
            where b.visible and b.role <> 'viewer')
      ) as is_project_gone,
      ${held('notes')} as notes, ${held('meetings')} as meetings,
      ${isOwn(actor.userId)} as is_own, (count(*) over ())::int as total
    ${entriesOf(actor, clock.now(), like ? [sql`d.data ->> 'title' ilike ${`%${literal(like)}%`}`] : [])}
    order by t.deleted_at desc, t.id desc limit ${pageSize} offset ${(currentPage - 1) * pageSize}`.execute(db);
  return { list: rows.map(entryOf), total: rows[0]?.total ?? 0, currentPage, pageSize };
}

const entryOf = (row: Row): TrashEntry => ({
  kind: row.collection,
  id: row.id,
  title: row.title ?? '',
  itemType: row.item_type ?? '',
  projectId: row.project_id ?? '',
  isProjectGone: row.is_project_gone,
  deletedAt: row.deleted_at,
  deletedBy: row.deleted_by,
  endsAt: row.deleted_at + TRASH_MS,
  notes: row.notes,
  meetings: row.meetings,
  canErase: row.is_own,
});
