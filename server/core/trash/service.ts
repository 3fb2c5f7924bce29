/**
 * The trash. A deleted document keeps its content on the server; an entry of the trash says who deleted it and when, and
 * ends when the document is restored by whatever means, or erased.
 *
 *   deleted by a person ─► entry ─┬─ restore, or an edit of a device that was offline ─► as before, with all edits
 *                                 ├─ its creator deletes it for good ──────────────────► content erased, row stays
 *                                 ├─ thirty days ──────────────────────────────────────► content erased, row stays
 *                                 └─ the organization's retention, if it is sooner ────► as whatever retention deletes
 */
import { sql, type RawBuilder } from 'kysely';
import { spaceOf } from '../../../sync/model/ids';
import { isChild, KIND_NAMES, kindsWithin } from '../../../sync/model/kinds';
import { isTopKind, type TrashKind } from '../../../sync/model/top-kinds';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import type { StoredDoc, SyncStore, SyncTransaction } from '../../sync/store';
import { ableOr } from '../change';
import { placeThread } from '../chat/placement';
import { forgetErased } from '../erased';
import { literal } from '../listing';
import { placeMeeting } from '../meetings/placement';
import { placeNote } from '../notes/placement';
import { publicLinksOf } from '../public-pages/claims';
import { recordChange } from '../project-history/record';
import { placeItem } from '../projects/item-policy';
import { freeTitle } from '../projects/ownership';
import { placeRestoredProject } from '../projects/placement';
import '../retention/tables';
import { TRASH_DAYS, type trashCalls, type TrashEntry } from './contract';
import './tables';

export const TRASH_MS = TRASH_DAYS * 24 * 60 * 60_000;
/** documents that one call or transaction erases, as it holds the company's clock */
const BATCH = 200;
/** Kinds whose deleted documents end here: those of the trash, and what is deleted with them. */
const ENDED = KIND_NAMES.filter(
  (kind) =>
    isTopKind(kind) || isChild(kind) || kindsWithin('projects').includes(kind) || kindsWithin('threads').includes(kind),
);
/** Kinds that pass to another person. A question keeps the person who asked it, and goes where its chat is. */
const PASSED_ON = ENDED.filter((kind) => !kindsWithin('threads').includes(kind));

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

const isOwn = (userId: string) =>
  sql`(d.data ->> case d.collection when 'projects' then 'ownerId' when 'projectItems' then 'addedBy' else 'creatorId' end = ${userId})`;

/** Contributors change each other's files and links, and restore what they or others deleted. */
const mayRestore = (userId: string) =>
  sql`(a.role = 'owner' and d.collection <> 'projects' or a.role = 'contributor' and d.collection = 'projectItems' or ${isOwn(userId)})`;

/**
 * The entries that a person can restore, as a `from` clause: `t` the entry, `d` the document, `a` the person's access.
 * If a person's document was deleted with the project of another person, it is an entry of its own: its creator can
 * restore it without the project's owner.
 */
const entriesOf = ({ companyId, userId }: Actor, now: number, and: readonly RawBuilder<unknown>[] = []) => sql`
  from (
    select company_id, collection, id, seq, deleted_at, deleted_by from trash
    union all
    select t.company_id, c.collection, c.id, t.seq, t.deleted_at, t.deleted_by from trash t
    join doc p on p.company_id = t.company_id and p.collection = t.collection and p.id = t.id
      and p.data ->> 'ownerId' is distinct from ${userId}
    join doc c on c.company_id = t.company_id and c.collection in ('notes', 'meetings', 'threads') and c.deleted and c.seq = t.seq
      and c.refs @> jsonb_build_object('projectId', t.id, 'creatorId', ${userId}::text)
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

export function createTrash({ platform, sync }: { platform: Pick<Platform, 'db' | 'clock'>; sync: SyncStore }) {
  const { db, clock } = platform;

  /** The entry, if this person can restore it. */
  const find = async (
    actor: Actor,
    kind: TrashKind,
    id: string,
  ): Promise<{ isOwn: boolean; projectId: string; creatorId: string } | null> => {
    const { rows } = await sql<{ is_own: boolean; project_id: string | null; creator_id: string | null }>`
      select ${isOwn(actor.userId)} as is_own, d.data ->> 'projectId' as project_id, coalesce(d.data ->> 'creatorId', d.data ->> 'addedBy') as creator_id
      ${entriesOf(actor, clock.now(), [sql`t.collection = ${kind}`, sql`t.id = ${id}`])}`.execute(db);
    const [row] = rows;
    return row ? { isOwn: row.is_own, projectId: row.project_id ?? '', creatorId: row.creator_id ?? '' } : null;
  };

  const eraseWhole = async (tx: SyncTransaction, actor: Actor, kind: TrashKind, id: string): Promise<void> => {
    const ids = await tx.erase(kind, id, ...erasedOf(kind, actor));
    await forgetErased(platform, { companyId: actor.companyId, ids });
  };

  return {
    async page(actor: Actor, input: ParsedInput<typeof trashCalls.page>): Promise<CallOutput<typeof trashCalls.page>> {
      const { currentPage, pageSize } = input;
      const like = input.titleLike.normalize('NFC').trim();
      const held = (kind: string) => sql`(case when d.collection = 'projects' then (
        select count(*)::int from doc c where c.company_id = d.company_id and c.deleted and c.seq = d.seq
          and c.collection = ${kind} and c.refs @> jsonb_build_object('projectId', d.id)) else 0 end)`;
      const { rows } = await sql<Row>`
        select t.collection, t.id, d.data ->> 'title' as title, d.data ->> 'itemType' as item_type, d.data ->> 'projectId' as project_id, t.deleted_at, t.deleted_by,
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
    },

    async restore(actor: Actor, { kind, id, projectId }: ParsedInput<typeof trashCalls.restore>): Promise<void> {
      await sync.write(actor.companyId, async (tx) => {
        // restored meanwhile, by an edit or another device
        if (await isLive(tx, actor, kind, id)) return;
        const found = await find(actor, kind, id);
        if (!found) throw new CallError('TRASH_NOT_FOUND');
        if (projectId && projectId !== found.projectId && !found.isOwn) await mayMoveForOthers(tx, found, projectId);
        if (projectId) await mayAdd(tx, actor, projectId);
        if (kind === 'projects') await restoreProject(tx, id);
        else if (kind === 'notes') await restoreNote(platform, tx, actor, id, projectId);
        else if (kind === 'projectItems') await restoreItem(tx, actor, id, projectId);
        else if (kind === 'meetings') await restoreMeeting(tx, actor, id, projectId);
        else return restoreThread(tx, id, projectId);
        await recordChange(platform, tx, actor.userId, kind, null, await tx.get(kind, id));
      });
    },

    async erase(actor: Actor, { kind, id }: ParsedInput<typeof trashCalls.erase>): Promise<void> {
      await sync.write(actor.companyId, async (tx) => {
        const found = await find(actor, kind, id);
        if (!found) throw new CallError('TRASH_NOT_FOUND');
        if (!found.isOwn) throw new CallError('NO_PERMISSION');
        await eraseWhole(tx, actor, kind, id);
      });
    },

    async empty(actor: Actor, { before }: ParsedInput<typeof trashCalls.empty>): Promise<{ erased: number }> {
      for (let erased = 0; ;) {
        const batch = await sync.write(actor.companyId, async (tx) => {
          const { rows } = await sql<Pick<Row, 'collection' | 'id'>>`
            select t.collection, t.id ${entriesOf(actor, clock.now(), [
              isOwn(actor.userId),
              sql`t.deleted_at <= ${before}::bigint`,
            ])} limit ${BATCH}`.execute(db);
          for (const { collection, id } of rows) await eraseWhole(tx, actor, collection, id);
          return rows.length;
        });
        erased += batch;
        if (batch < BATCH) return { erased };
      }
    },

    /** Erases what was deleted more than thirty days ago, and forgets entries that ended. Returns the number of documents. */
    async cleanUp(): Promise<number> {
      const before = clock.now() - TRASH_MS;
      const { rows: companies } = await sql<{ company_id: string }>`
        select distinct company_id from doc
        where deleted and deleted_at < ${before}::bigint and collection = any(${ENDED}::text[]) and data <> '{}'::jsonb
        union select company_id from trash where deleted_at < ${before}::bigint`.execute(db);
      let total = 0;
      for (const { company_id: companyId } of companies) {
        for (let erased = BATCH; erased === BATCH; total += erased)
          // under the clock's lock, as an edit that restores a document is
          erased = await sync.write(companyId, async () => {
            const { rows } = await sql<{ id: string }>`
              update doc set data = '{}', refs = '{}' where company_id = ${companyId} and (collection, id) in (
                select collection, id from doc where company_id = ${companyId} and collection = any(${ENDED}::text[])
                  and deleted and deleted_at < ${before}::bigint and data <> '{}'::jsonb limit ${BATCH})
              returning id`.execute(db);
            await forgetErased(platform, { companyId, ids: rows.map(({ id }) => id) });
            return rows.length;
          });
        await sql`delete from trash where company_id = ${companyId} and deleted_at < ${before}::bigint`.execute(db);
      }
      return total;
    },
  };
}

/** With a project, what others made in it is not erased: it stays in their own trash. */
const erasedOf = (kind: TrashKind, { userId }: Actor): [] | [string] => (kind === 'projects' ? [userId] : []);

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

async function isLive(tx: SyncTransaction, actor: Actor, kind: TrashKind, id: string): Promise<boolean> {
  const doc = await tx.get(kind, id);
  return doc !== null && (await tx.roleIn(doc.space, actor.userId)) !== null;
}

/** Requires a project into which this person may put notes and meetings. */
const mayAdd = (tx: SyncTransaction, actor: Actor, projectId: string) =>
  ableOr(tx, actor, 'projects', projectId, 'addNote', { missing: 'PROJECT_NOT_FOUND' });

/**
 * Throws NO_PERMISSION unless the document's project is gone and its creator can read the other one: only a creator may move
 * a document otherwise.
 */
async function mayMoveForOthers(
  tx: SyncTransaction,
  found: { projectId: string; creatorId: string },
  projectId: string,
): Promise<void> {
  if (
    (await tx.get('projects', found.projectId)) ||
    (await tx.roleIn(spaceOf('project', projectId), found.creatorId)) === null
  )
    throw new CallError('NO_PERMISSION');
}

/** Whether this person may still add to the former project. Otherwise the restore needs another one. */
async function couldAdd(tx: SyncTransaction, actor: Actor, projectId: string): Promise<boolean> {
  try {
    await mayAdd(tx, actor, projectId);
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}

const restored = async <N extends TrashKind>(tx: SyncTransaction, kind: N, id: string): Promise<StoredDoc<N>> => {
  const doc = await tx.restore(kind, id);
  if (!doc) throw new CallError('TRASH_NOT_FOUND');
  return doc;
};

/** Restores a project with its contents, under another title if a project has taken its title meanwhile. */
async function restoreProject(tx: SyncTransaction, id: string): Promise<void> {
  const project = await restored(tx, 'projects', id);
  const title = await freeTitle(tx, project, '', project.ownerId);
  await placeRestoredProject(tx, title === project.title ? project : await tx.put('projects', id, { title }));
}

async function restoreNote(
  database: Pick<Platform, 'db'>,
  tx: SyncTransaction,
  actor: Actor,
  id: string,
  given: string | undefined,
): Promise<void> {
  const deleted = await restored(tx, 'notes', id);
  // a public link is its creator's decision, which a deletion ended
  const note =
    deleted.shareRange === 'public' &&
    (deleted.creatorId !== actor.userId || !(await publicLinksOf(database, 'notes').claim(tx.companyId, id)))
      ? await tx.put('notes', id, { shareRange: 'project', linkExpiresAt: 0 })
      : deleted;
  const projectId = given ?? note.projectId;
  await mayAdd(tx, actor, projectId);
  await placeNote(tx, projectId === note.projectId ? note : await tx.put('notes', id, { projectId }));
}

/** Restores a file or link, with its text and pages, into its project or another one. */
async function restoreItem(tx: SyncTransaction, actor: Actor, id: string, given: string | undefined): Promise<void> {
  const item = await restored(tx, 'projectItems', id);
  const projectId = given ?? item.projectId;
  await mayAdd(tx, actor, projectId);
  if (projectId !== item.projectId)
    await placeItem(tx, await tx.put('projectItems', id, { projectId, space: spaceOf('project', projectId) }));
}

/**
 * Restores a meeting: without a project if that one is gone, or if this person may not add to it. Then only its creator and
 * the people it was shared with see it.
 */
async function restoreMeeting(tx: SyncTransaction, actor: Actor, id: string, given: string | undefined): Promise<void> {
  const meeting = await restored(tx, 'meetings', id);
  const wanted = given ?? meeting.projectId;
  const projectId = wanted !== '' && (await couldAdd(tx, actor, wanted)) ? wanted : '';
  if (projectId === meeting.projectId) {
    await placeMeeting(tx, meeting);
    return;
  }
  const shareRange = projectId === '' && meeting.shareRange === 'project' ? 'private' : meeting.shareRange;
  await placeMeeting(tx, await tx.put('meetings', id, { projectId, shareRange }));
}

/**
 * Restores a chat with its questions: without a project if that one is gone, or its creator no longer sees it. A chat
 * that was shared with a project is then private.
 */
async function restoreThread(tx: SyncTransaction, id: string, given: string | undefined): Promise<void> {
  const thread = await restored(tx, 'threads', id);
  const wanted = given ?? thread.projectId;
  const role =
    wanted !== '' && (await tx.get('projects', wanted))
      ? await tx.roleIn(spaceOf('project', wanted), thread.creatorId)
      : null;
  const projectId = role === null ? '' : wanted;
  const isShown = thread.shareRange === 'project' && (projectId === '' || role === 'viewer');
  if (projectId !== thread.projectId || isShown)
    await tx.put('threads', id, { projectId, ...(isShown ? { shareRange: 'private' as const } : {}) });
  await placeThread(tx, (await tx.get('threads', id))!);
}

/**
 * Passes on what a leaving member could restore: notes, meetings and chats to the owner of their project, unless they
 * are private or the project is gone, and the rest to the heir. Public links end, since they were the leaver's
 * decision. Returns no counts: the documents are deleted.
 */
export async function transferTrash(
  db: Platform['db'],
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<object> {
  const personal = spaceOf('person', leaver.userId);
  const { rows } = await sql<{ collection: string; id: string; space_id: string; next_id: string }>`
    with owned as (
      select d.collection, d.id, case when d.data ->> 'ownerId' = ${leaver.userId} then 'ownerId' else 'creatorId' end as field,
        coalesce(nullif(p.data ->> 'ownerId', ${leaver.userId}), ${heirId}) as next_id,
        -- the heir does not see the space of somebody else's deleted project
        d.space_id = ${personal} or g.data ->> 'ownerId' is distinct from ${heirId} and d.space_id = 'project:' || g.id as is_personal
      from doc d
      -- a text passes to the same person as its note
      left join doc n on n.company_id = d.company_id and n.collection = 'notes' and n.id = d.id and d.collection = 'noteContents'
      left join doc p on p.company_id = d.company_id and p.collection = 'projects' and not p.deleted
        and p.id = coalesce(n.data, d.data) ->> 'projectId' and coalesce(n.data, d.data) ->> 'shareRange' <> 'private'
      left join doc g on g.company_id = d.company_id and g.collection = 'projects' and g.deleted
        and g.id = d.data ->> 'projectId' and d.collection in ('notes', 'meetings', 'threads')
      where d.company_id = ${tx.companyId} and d.collection = any(${PASSED_ON}::text[]) and d.deleted
        and (d.refs @> ${JSON.stringify({ creatorId: leaver.userId })}::jsonb or d.refs @> ${JSON.stringify({
          ownerId: leaver.userId,
        })}::jsonb)
    )
    update doc set
      data = jsonb_set(
        case when doc.collection = 'notes' and doc.data ->> 'shareRange' = 'public'
          then (doc.data - 'linkExpiresAt' - 'linkIndexed') || '{"shareRange":"project"}' else doc.data end,
        array[o.field], to_jsonb(o.next_id)),
      refs = jsonb_set(doc.refs, array[o.field], to_jsonb(o.next_id)),
      space_id = case when o.is_personal then 'person:' || o.next_id else doc.space_id end
    from owned o where doc.company_id = ${tx.companyId} and doc.collection = o.collection and doc.id = o.id
    returning doc.collection, doc.id, doc.space_id, o.next_id`.execute(db);
  // only the document's own space: a note of the leaver may be in the space of another person's project
  for (const { collection, id, space_id: space, next_id: userId } of rows)
    if (space === OWN_SPACE[collection]?.(id) && !(await tx.get(collection as TrashKind, id)))
      await tx.setAccess(space, { members: [{ userId, role: 'owner' }] });
  return {};
}

/** The space that only exists for one document. */
const OWN_SPACE: Record<string, ((id: string) => string) | undefined> = {
  projects: (id) => spaceOf('project', id),
  notes: (id) => spaceOf('note', id),
  meetings: (id) => spaceOf('meeting', id),
  threads: (id) => spaceOf('thread', id),
};
