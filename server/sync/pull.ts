/**
 * Pull: the changes for one person after a checkpoint, in one statement and therefore one snapshot.
 *
 *   changed   in a visible space: the document's own tick
 *   gained    documents of a space, at the tick since which it is visible     order: (tick, id)
 *   lost      deletions of documents, at the tick when the space was lost ──► one page of exactly `limit` while there is more
 *   gone_out  deletions of documents that moved out of a space
 *
 * Deletions are sent only of documents that the device can have: those that this server sent, and those that the person
 * pushed into a space that they saw by then, perhaps only since the checkpoint. A deletion is never sent for a document
 * that the person sees in another space. `floor` is the clock at the first page of a first sync: deletions up to it are
 * left out, unless requested. A page that is not full ends at the clock, where the next pull starts. A page of texts or
 * transcripts also ends after PAGE_TEXT_MAX characters.
 */
import type { Role } from '../../sync/model/kind';
import { isLarge, yjsField, type KindName } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import { PAGE_TEXT_MAX, type Checkpoint, type PullAnswer, type WireDoc } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import { charactersOf, wireDoc } from './documents';
import { inEpoch, isOfEpoch } from './epoch';

/** Sorts after every id: a checkpoint with it lies behind all documents of its tick. */
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
  state_omitted: boolean | null;
  /** documents of the page before it was cut at PAGE_TEXT_MAX */
  total: number | null;
}

export interface PullOptions {
  /** from the start, with all deletions that are still stored */
  deletions?: boolean;
  /** characters; longer states of texts are left out */
  stateMax?: number;
}

/**
 * @param limit documents of a page
 * Throws CHECKPOINT_TOO_OLD if deletions after the checkpoint are purged, or the checkpoint is not of this database and epoch.
 */
export async function pull(
  db: Pick<Platform, 'query'>,
  actor: Pick<Actor, 'userId' | 'companyId'>,
  collection: KindName,
  checkpoint: Checkpoint | null,
  limit: number,
  { deletions = false, stateMax }: PullOptions = {},
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
      stateMax ?? null,
      isLarge(collection) ? PAGE_TEXT_MAX : null,
      yjsField(collection),
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
  const more = documents.length === limit || documents.length < (last.total ?? 0);
  const next = more
    ? { seq: last.at!, id: last.id!, floor: first.floor }
    : { seq: first.clock, id: AFTER_ALL_IDS, floor: first.floor };
  return { documents, checkpoint: inEpoch(next, first.epoch), more };
}

/** Whether the checkpoint has the form of this server's. */
const isOurs = ({ seq, id, floor }: Checkpoint): boolean =>
  Number.isSafeInteger(seq) && Number.isSafeInteger(floor) && /^[A-Za-z0-9_~-]{0,64}$/.test(id);

function wireRow(
  row: PulledRow,
  id: string,
  collection: KindName,
  viewer: Pick<Actor, 'userId' | 'companyId'>,
): WireDoc {
  if (row.gone || row.role === null) return { id, _deleted: true, ...(row.rev ? { rev: row.rev } : {}) };
  const document = wireDoc(
    { collection, id, space: row.space_id!, rev: row.rev!, deleted: false, data: row.data! },
    row.role,
    viewer,
  );
  return row.state_omitted ? ({ ...document, stateOmitted: true } as WireDoc) : document;
}

/**
 * Prepared under a name, as planning takes much of its time. The page's documents are fetched by ctid, which is valid in
 * one snapshot: by id, a plan made before the table was analysed scanned it for each document.
 * Parameters: company, person, collection, seq, id, floor, limit, longest state, characters of a page (null: no limit),
 * field of the Yjs state (null: none).
 */
const STATEMENT = `
with asked as (
  select $1::text as company, $2::text as person, $3::text as collection, $4::bigint as seq, $5::text collate "C" as id,
    coalesce($6::bigint, c.seq) as floor, c.seq as clock, $7::int as size, c.epoch, c.epoch_seq
  from (select coalesce(max(seq), 0) as seq, coalesce(max(epoch), '') as epoch, coalesce(max(epoch_seq),
    0) as epoch_seq from company_clock where company_id = $1) c
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
), measured as (
  select p.at, p.id, p.gone, p.role, d.space_id, d.rev, d.data, o.omitted, l.length, count(*) over () as total,
    sum(l.length) over (order by p.at, p.id rows unbounded preceding) as characters
  from page p
  left join doc d on d.ctid = p.place
  left join lateral (select length(d.data ->> $10::text) > $8::int as omitted) o on true
  cross join lateral (
    select case when $9::int is null or p.gone or o.omitted then 0 else ${charactersOf('d.data', '$10')} end as length) l
)
select q.clock, q.floor, q.epoch, q.epoch_seq, p.at, p.id, p.gone, p.role, p.space_id, p.rev,
  case when not p.gone then case when p.omitted then p.data - $10::text else p.data end end as data, not p.gone
    and p.omitted as state_omitted,
  p.total,
  q.seq > q.clock or q.floor > q.clock or exists (
    select 1 from access a join space_gc g on g.company_id = q.company and g.space_id = a.space_id and g.collection = q.collection
    where g.gc_seq > greatest(q.seq, q.floor, a.first_seq) and (a.visible or a.until_seq > q.seq)) as stale
from asked q
left join measured p on $9::int is null or p.characters - p.length < $9::int
order by p.at, p.id`;
