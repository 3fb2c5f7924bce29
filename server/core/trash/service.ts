/**
 * The trash. A deleted document keeps its content on the server; an entry of the trash says who deleted it and when, and
 * ends when the document is restored by whatever means, or erased.
 *
 *   deleted by a person ─► entry ─┬─ restore, or an edit of a device that was offline ─► as before, with all edits
 *                                 ├─ its creator deletes it for good ──────────────────► content erased, row stays
 *                                 ├─ thirty days ──────────────────────────────────────► content erased, row stays
 *                                 └─ the organization's retention, if it is sooner ────► erased as other documents that retention deletes
 */
import { sql } from 'kysely';
import { spaceOf } from '../../../sync/model/ids';
import {
  definitionOf,
  isChild,
  TRASH_KINDS,
  withKindsBelow,
  type KindName,
  type TrashKind,
} from '../../../sync/model/kinds';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import { forgetErased } from '../erased';
import type { trashCalls } from './contract';
import { entriesOf, findEntry, isOwn, OF_CREATORS, pageOfEntries, TRASH_MS } from './entries';
import './tables';

export { TRASH_MS };

/** documents that one call or transaction erases, as it holds the company's clock */
const BATCH = 200;
/** Kinds whose deleted documents are erased here: those of the trash, and those that are deleted with them. */
const ENDED = withKindsBelow(TRASH_KINDS);
/**
 * Kinds that are transferred to another person: those of the trash, and their child documents. A question keeps its author
 * and stays with its chat.
 */
const TRANSFERRED = ENDED.filter((kind) => definitionOf(kind).trash !== null || isChild(kind));

export function createTrash({ platform, sync }: { platform: Pick<Platform, 'db' | 'clock'>; sync: SyncStore }) {
  const { db, clock } = platform;

  const eraseWhole = async (tx: SyncTransaction, actor: Actor, kind: TrashKind, id: string): Promise<void> => {
    const ids = await tx.erase(kind, id, ...erasedOf(kind, actor));
    await forgetErased(platform, { companyId: actor.companyId, ids });
  };

  return {
    page: (actor: Actor, input: ParsedInput<typeof trashCalls.page>): Promise<CallOutput<typeof trashCalls.page>> =>
      pageOfEntries(platform, actor, input),

    async erase(actor: Actor, { kind, id }: ParsedInput<typeof trashCalls.erase>): Promise<void> {
      await sync.write(actor.companyId, async (tx) => {
        const found = await findEntry(platform, actor, kind, id);
        if (!found) throw new CallError('TRASH_NOT_FOUND');
        if (!found.isOwn) throw new CallError('NO_PERMISSION');
        await eraseWhole(tx, actor, kind, id);
      });
    },

    async empty(actor: Actor, { before }: ParsedInput<typeof trashCalls.empty>): Promise<{ erased: number }> {
      for (let erased = 0; ;) {
        const batch = await sync.write(actor.companyId, async (tx) => {
          const { rows } = await sql<{ collection: TrashKind; id: string }>`
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

/** Arguments of `erase`: with a project, documents that others created in it stay, in their own trash. */
const erasedOf = (kind: TrashKind, { userId }: Actor): [] | [string] => (kind === 'projects' ? [userId] : []);

/** Child kinds with the kinds of their parents, in the order in which a document's parent is looked for. */
const CHILD_KINDS = TRANSFERRED.filter(isChild).flatMap((child) =>
  definitionOf(child).parents.flatMap((parent) =>
    'idPrefix' in parent ? [{ child, parent: parent.kind, idPrefix: parent.idPrefix }] : [],
  ),
);

/** The data of `doc` without the decisions that end with its owner (`endsWithOwner` of its kind). */
const WITHOUT_DECISIONS = TRANSFERRED.flatMap((kind) => {
  const ending = definitionOf(kind).trash?.endsWithOwner;
  return ending ? [{ kind, where: JSON.stringify(ending.where), set: JSON.stringify(ending.set) }] : [];
}).reduceRight(
  (data, { kind, where, set }) => sql`
    case when doc.collection = ${kind} and doc.data @> ${where}::jsonb then doc.data || ${set}::jsonb else ${data} end`,
  sql`doc.data`,
);

/**
 * Transfers deleted documents that a leaving member could restore: documents of a project to its owner, unless they are
 * private or the project is deleted, and the others to the heir. Public links end, since they were the leaver's decision.
 * Returns no counts: the documents are deleted.
 */
export async function transferTrash(
  db: Platform['db'],
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<object> {
  const personal = spaceOf('person', leaver.userId);
  const { rows } = await sql<{ collection: KindName; id: string; space_id: string; next_id: string }>`
    with owned as (
      select d.collection, d.id, case when d.data ->> 'ownerId' = ${leaver.userId} then 'ownerId' else 'creatorId' end as field,
        coalesce(nullif(p.data ->> 'ownerId', ${leaver.userId}), ${heirId}) as next_id,
        -- the heir does not see the space of somebody else's deleted project
        d.space_id = ${personal}
          or g.data ->> 'ownerId' is distinct from ${heirId} and d.space_id = 'project:' || g.id as is_personal
      from doc d
      -- a child document passes to the same person as its parent
      left join lateral (
        select n.data from unnest(${CHILD_KINDS.map(({ child }) => child)}::text[],
          ${CHILD_KINDS.map(({ parent }) => parent)}::text[], ${CHILD_KINDS.map(({ idPrefix }) => idPrefix)}::text[]
        ) with ordinality as k (child, parent, id_prefix, place)
        join doc n on n.company_id = d.company_id and n.collection = k.parent and n.id = substr(d.id, length(k.id_prefix) + 1)
        where k.child = d.collection and starts_with(d.id, k.id_prefix)
        order by k.place limit 1) n on true
      left join doc p on p.company_id = d.company_id and p.collection = 'projects' and not p.deleted
        and p.id = coalesce(n.data, d.data) ->> 'projectId' and coalesce(n.data, d.data) ->> 'shareRange' <> 'private'
      left join doc g on g.company_id = d.company_id and g.collection = 'projects' and g.deleted
        and g.id = d.data ->> 'projectId' and d.collection = any(${OF_CREATORS}::text[])
      where d.company_id = ${tx.companyId} and d.collection = any(${TRANSFERRED}::text[]) and d.deleted
        and (d.refs @> ${JSON.stringify({ creatorId: leaver.userId })}::jsonb or d.refs @> ${JSON.stringify({
          ownerId: leaver.userId,
        })}::jsonb)
    )
    update doc set
      data = jsonb_set(${WITHOUT_DECISIONS}, array[o.field], to_jsonb(o.next_id)),
      refs = jsonb_set(doc.refs, array[o.field], to_jsonb(o.next_id)),
      space_id = case when o.is_personal then 'person:' || o.next_id else doc.space_id end
    from owned o where doc.company_id = ${tx.companyId} and doc.collection = o.collection and doc.id = o.id
    returning doc.collection, doc.id, doc.space_id, o.next_id`.execute(db);
  // only the document's own space: a note of the leaver may be in the space of another person's project
  for (const { collection, id, space_id: space, next_id: userId } of rows) {
    const own = definitionOf(collection).trash?.ownSpace;
    if (own && space === spaceOf(own, id) && !(await tx.get(collection, id)))
      await tx.setAccess(space, { members: [{ userId, role: 'owner' }] });
  }
  return {};
}
