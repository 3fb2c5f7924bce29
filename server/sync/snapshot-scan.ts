/**
 * The snapshot scan: the first sync of a collection up to its floor, the clock when it began. Pull could do it, but reads
 * a page's worth of every space for each page; the scan reads the order once for many pages.
 *
 *   keys: (tick, id) of visible live documents, in pull's order, up to the floor ──► documents by id, a page at a time;
 *                                     └ 20,000 at most, then the next keys           only those unchanged since then
 *
 * Up to the floor, pull returns live documents only: the deletions, losses and space tombstones that a first sync
 * receives are later. A document that changed, moved or was hidden since the keys were read is skipped: that change has
 * a tick after the floor, so pull delivers it. Therefore the checkpoint after each page is valid for pull.
 */
import { isLarge, yjsField, type KindName } from '../../sync/model/kinds';
import type { Role } from '../../sync/model/kind';
import { PAGE_TEXT_MAX, type Checkpoint, type WireDoc } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import { charactersOf, wireDoc } from './documents';
import { PageSize } from './page-size';
import { AFTER_ALL_IDS } from './pull';

type Reader = Pick<Actor, 'userId' | 'companyId'>;
export interface ScannedPage {
  documents: WireDoc[];
  checkpoint: Checkpoint;
  isLast: boolean;
}

/** keys in memory at once; about 100 bytes each */
const KEYS = 20_000;

/** Whether a checkpoint lies before the end of a scan of this database. */
export const isScanning = (checkpoint: Checkpoint | null, clock: number): boolean =>
  checkpoint === null ||
  (Number.isSafeInteger(checkpoint.seq) &&
    checkpoint.seq < checkpoint.floor &&
    checkpoint.floor <= clock &&
    /^[A-Za-z0-9_~-]{0,64}$/.test(checkpoint.id));

/** Pages from a checkpoint to its floor; the checkpoint of the last one lies behind the floor. */
export async function* scanSnapshot(
  db: Pick<Platform, 'query'>,
  actor: Reader,
  collection: KindName,
  from: Checkpoint,
): AsyncGenerator<ScannedPage> {
  const { floor } = from;
  const size = new PageSize(collection);
  for (let after: Checkpoint | null = from; after;) {
    const keys: Keys = await keysAfter(db, actor, collection, after);
    const isEnd = keys.ids.length < KEYS;
    const page = async (at: number): Promise<{ documents: WireDoc[]; end: number }> => {
      const end = Math.min(keys.ids.length, at + size.limit);
      return at < end ? unchanged(db, actor, collection, keys, at, end) : { end, documents: [] };
    };
    let next: ReturnType<typeof page> | null = keys.ids.length > 0 ? page(0) : null;
    while (next) {
      const { documents, end }: Awaited<ReturnType<typeof page>> = await next;
      size.measure(documents);
      next = end < keys.ids.length ? page(end) : null;
      next?.catch(() => {});
      if (isEnd && !next)
        return yield { documents, checkpoint: { seq: floor, id: AFTER_ALL_IDS, floor }, isLast: true };
      yield { documents, checkpoint: { seq: keys.ticks[end - 1]!, id: keys.ids[end - 1]!, floor }, isLast: false };
    }
    after = isEnd ? null : { seq: keys.ticks.at(-1)!, id: keys.ids.at(-1)!, floor };
  }
  yield { documents: [], checkpoint: { seq: floor, id: AFTER_ALL_IDS, floor }, isLast: true };
}

interface Keys {
  ids: string[];
  /** the tick at which each counts as changed for this person */
  ticks: number[];
  /** tick of each document; a different one in a later read means that it has changed */
  seqs: number[];
}

async function keysAfter(
  db: Pick<Platform, 'query'>,
  actor: Reader,
  collection: KindName,
  after: Checkpoint,
): Promise<Keys> {
  const { rows } = await db.query<{ ids: string[] | null; ticks: number[] | null; seqs: number[] | null }>({
    name: 'sync_scan_keys',
    text: `select json_agg(k.id) as ids, json_agg(k.at) as ticks, json_agg(k.seq) as seqs from (
      select d.id, d.seq, greatest(d.seq, a.since_seq) as at
      from sync_access($1, $2) a
      join doc d on d.company_id = $1 and d.space_id = a.space_id and d.collection = $3
      where a.visible and a.since_seq <= $6::bigint and d.seq <= $6::bigint and not d.deleted
        and (greatest(d.seq, a.since_seq), d.id) > ($4::bigint, $5::text collate "C")
      order by at, d.id limit $7::int) k`,
    values: [actor.companyId, actor.userId, collection, after.seq, after.id, after.floor, KEYS],
  });
  const { ids, ticks, seqs } = rows[0]!;
  return { ids: ids ?? [], ticks: ticks ?? [], seqs: seqs ?? [] };
}

/**
 * The documents of the keys that have neither changed nor become visible again since the keys were read, in any order, as
 * a page is applied as one; and the end of the keys that they answer, which is before `to` if the page of texts or
 * transcripts reached PAGE_TEXT_MAX. Looked up one by one (lateral): a plan made before the table was analysed would
 * scan it.
 */
async function unchanged(
  db: Pick<Platform, 'query'>,
  actor: Reader,
  collection: KindName,
  keys: Keys,
  from: number,
  to: number,
): Promise<{ documents: WireDoc[]; end: number }> {
  const { rows } = await db.query<{
    place: number;
    total: number;
    id: string;
    space_id: string;
    rev: string;
    data: Record<string, unknown>;
    role: Role;
  }>({
    name: 'sync_scan_documents',
    text: `with access as materialized (select * from sync_access($1, $2) a where a.visible)
      select m.place, m.total, m.id, m.space_id, m.rev, m.data, m.role from (select k.place, d.id, d.space_id, d.rev,
        d.data, a.role, l.length, count(*) over () as total,
        sum(l.length) over (order by k.place rows unbounded preceding) as characters
      from unnest($4::text[], $5::bigint[], $6::bigint[]) with ordinality as k(id, seq, at, place)
      cross join lateral (
        select * from doc where company_id = $1 and collection = $3 and id = k.id collate "C" and seq = k.seq and not deleted limit 1) d
      join access a on a.space_id = d.space_id and greatest(d.seq, a.since_seq) = k.at
      cross join lateral (
        select case when $7::int is null then 0 else ${charactersOf('d.data', '$8')} end as length) l) m
      where $7::int is null or m.characters - m.length < $7::int
      order by m.place`,
    values: [
      actor.companyId,
      actor.userId,
      collection,
      keys.ids.slice(from, to),
      keys.seqs.slice(from, to),
      keys.ticks.slice(from, to),
      isLarge(collection) ? PAGE_TEXT_MAX : null,
      yjsField(collection),
    ],
  });
  const last = rows.at(-1);
  const documents = rows.map(({ id, space_id, rev, data, role }) =>
    wireDoc({ collection, id, space: space_id, rev, deleted: false, data }, role, actor),
  );
  return { documents, end: last && rows.length < last.total ? from + last.place : to };
}
