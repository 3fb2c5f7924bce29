/**
 * Pull: what changed for one person after a checkpoint, in one statement and so in one snapshot.
 *
 *   changed   in a space seen: the document's own tick
 *   gained    at the tick since which the space is seen, by id            order: (tick, id)
 *   lost      deletions of what existed, at the tick the space was lost ──► one page of exactly `limit` while there is more
 *   left      deletions of what moved out of a space
 *
 * What this device cannot have had is not called deleted: it came from this server, or was pushed by its person into a space they saw by
 * then, perhaps only since the checkpoint. A deletion is never sent for a document that the person sees in another space. `floor` is the clock at the first page of a first
 * sync: deletions up to it are of no interest to this client, unless it asks for them. A short page ends at the clock itself, so the next pull starts there.
 */
import type { Role } from '../../sync/model/kind';
import type { KindName } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import type { Checkpoint, PullAnswer, WireDoc } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import { wireDoc } from './documents';
import { inEpoch, isOfEpoch } from './epoch';

/** Sorts after every id: a checkpoint with it stands behind all of its tick. */
export const AFTER_ALL_IDS = '~';

interface PulledRow {
  clock: number;
  floor: number;
  stale: boolean;
  epoch: string;
  epoch_seq: number;
  at: number | null;
  id: string | null;
  gone: boolean | null;
  role: Role | null;
  space_id: string | null;
  rev: string | null;
  data: Record<string, unknown> | null;
}

/**
 * @param limit documents of a page; a shorter one says that there is no more
 * @param deletions from the start with all deletions that are still known
 * Throws CHECKPOINT_TOO_OLD when deletions after the checkpoint are purged, or the checkpoint is none of this database or of another epoch.
 */
export async function pull(
  db: Pick<Platform, 'query'>,
  actor: Pick<Actor, 'userId' | 'companyId'>,
  collection: KindName,
  checkpoint: Checkpoint | null,
  limit: number,
  deletions = false,
): Promise<PullAnswer> {
  if (checkpoint && !isOurs(checkpoint)) throw new CallError('CHECKPOINT_TOO_OLD');
  const { rows } = await db.query<PulledRow>({
    name: 'sync_pull',
    text: STATEMENT,
    values: [
      actor.companyId,
      actor.userId,
      collection,
      checkpoint?.seq ?? 0,
      checkpoint?.id ?? '',
      checkpoint?.floor ?? (deletions ? 0 : null),
      limit,
    ],
  });
  const first = rows[0]!;
  if (
    (first.stale && !deletions) ||
    (checkpoint && !isOfEpoch(checkpoint, { epoch: first.epoch, epochSeq: first.epoch_seq }))
  )
    throw new CallError('CHECKPOINT_TOO_OLD');
  const documents = rows.flatMap((row) => (row.id === null ? [] : [wireRow(row, row.id, collection, actor)]));
  const last = rows[rows.length - 1]!;
  const next =
    documents.length === limit
      ? { seq: last.at!, id: last.id!, floor: first.floor }
      : { seq: first.clock, id: AFTER_ALL_IDS, floor: first.floor };
  return { documents, checkpoint: inEpoch(next, first.epoch) };
}

/** A checkpoint this server could have given. */
const isOurs = ({ seq, id, floor }: Checkpoint): boolean =>
  Number.isSafeInteger(seq) && Number.isSafeInteger(floor) && /^[A-Za-z0-9_~-]{0,64}$/.test(id);

function wireRow(
  row: PulledRow,
  id: string,
  collection: KindName,
  viewer: Pick<Actor, 'userId' | 'companyId'>,
): WireDoc {
  if (row.gone || row.role === null) return { id, _deleted: true, ...(row.rev ? { rev: row.rev } : {}) };
  return wireDoc(
    { collection, id, space: row.space_id!, rev: row.rev!, deleted: false, data: row.data! },
    row.role,
    viewer,
  );
}

/**
 * Prepared under a name: planning it takes a good part of its time. The page's documents are fetched by their place (ctid, good for one
 * snapshot): by id, a plan made before the table was ever analysed read it from end to end for each document.
 * Parameters: company, person, collection, seq, id, floor, limit.
 */
const STATEMENT = `
with asked as (
  select $1::text as company, $2::text as person, $3::text as collection, $4::bigint as seq, $5::text collate "C" as id,
    coalesce($6::bigint, c.seq) as floor, c.seq as clock, $7::int as size, c.epoch, c.epoch_seq
  from (select coalesce(max(seq), 0) as seq, coalesce(max(epoch), '') as epoch, coalesce(max(epoch_seq), 0) as epoch_seq from company_clock where company_id = $1) c
), access as materialized (
  select a.* from asked q cross join lateral sync_access(q.company, q.person) a
), changed as (
  select k.at, k.id, k.gone, a.role, k.place
  from asked q cross join access a cross join lateral (
    select d.seq as at, d.id, d.deleted as gone, d.ctid as place
    from doc d
    where d.company_id = q.company and d.space_id = a.space_id and d.collection = q.collection
      and (d.seq, d.id) > (q.seq, q.id) and d.seq > a.since_seq and (not d.deleted or d.seq > q.floor)
    order by d.seq, d.id limit q.size) k
  where a.visible
), gained as (
  select a.since_seq as at, k.id, k.gone, a.role, k.place
  from asked q cross join access a cross join lateral (
    select d.id, d.deleted as gone, d.ctid as place
    from doc d
    where d.company_id = q.company and d.space_id = a.space_id and d.collection = q.collection
      and d.seq <= a.since_seq and (a.since_seq > q.seq or d.id > q.id) and (not d.deleted or d.seq > q.floor and d.seq > a.first_seq)
    order by d.id limit q.size) k
  where a.visible and a.since_seq >= q.seq
), lost as (
  select a.until_seq as at, k.id
  from asked q cross join access a cross join lateral (
    select d.id
    from doc d
    where d.company_id = q.company and d.space_id = a.space_id and d.collection = q.collection
      and d.created_seq <= a.until_seq
      and (a.until_seq > q.seq or d.id > q.id) and (not d.deleted or d.seq > q.floor and d.seq > a.first_seq)
    order by d.id limit q.size) k
  where not a.visible and a.until_seq >= q.seq and a.until_seq > q.floor
), gone_out as (
  select k.at, e.id
  from asked q cross join access a
  join doc_exit e on e.company_id = q.company and e.space_id = a.space_id and e.collection = q.collection
  cross join lateral (select case when a.visible then e.seq else least(e.seq, a.until_seq) end as at) k
  where (k.at, e.id) > (q.seq, q.id) and k.at > q.floor and k.at >= a.first_seq
    and (a.visible or e.created_seq <= a.until_seq)
    and not exists (
      select 1 from doc d join access v on v.space_id = d.space_id and v.visible
      where d.company_id = q.company and d.collection = q.collection and d.id = e.id and not d.deleted)
), page as (
  select distinct on (u.at, u.id) u.at, u.id, u.gone, u.role, u.place
  from (
    select * from changed
    union all select * from gained
    union all select at, id, true, null, null::tid from lost
    union all select at, id, true, null, null::tid from gone_out
  ) u
  order by u.at, u.id, u.gone
  limit (select size from asked)
)
select q.clock, q.floor, q.epoch, q.epoch_seq, p.at, p.id, p.gone, p.role, d.space_id, d.rev, case when not p.gone then d.data end as data,
  q.seq > q.clock or q.floor > q.clock or exists (
    select 1 from access a join space_gc g on g.company_id = q.company and g.space_id = a.space_id and g.collection = q.collection
    where g.gc_seq > greatest(q.seq, q.floor, a.first_seq) and (a.visible or a.until_seq > q.seq)) as stale
from asked q
left join page p on true
left join doc d on d.ctid = p.place
order by p.at, p.id`;
