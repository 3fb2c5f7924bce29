/**
 * Changes: pulls of several collections in one streamed answer, for the first sync of a device and for one that was
 * offline.
 *
 *   probe: which collections have anything after their checkpoints? (one statement for all collections)
 *     nothing ──► an empty page that moves the checkpoint to the clock of the probe
 *     a checkpoint of another epoch ──► from the start, with all known deletions: the device compares its documents
 *     a first sync ──► the snapshot scan (snapshot-scan.ts), then pages of pull for changes since it began
 *     otherwise ──► pages of pull, each read while the one before is sent
 *
 * No transaction stays open between pages, however slow the reader: each page is a snapshot of its own, and its
 * checkpoint is the start of the next. Pull delivers writes and changes of access in between.
 */
import type * as v from 'valibot';
import type { KindName } from '../../sync/model/kinds';
import type { Role } from '../../sync/model/kind';
import { CallError } from '../../sync/protocol/errors';
import type { ChangesInput, ChangesLine, Checkpoint, PullAnswer, WireDoc } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import { wireDoc } from './documents';
import { inEpoch, isOfEpoch, type DatabasePosition } from './epoch';
import { PageSize } from './page-size';
import { AFTER_ALL_IDS, pull, type PullOptions } from './pull';
import { isScanning, scanSnapshot } from './snapshot-scan';

type Input = v.InferOutput<typeof ChangesInput>;
type Asked = Input['collections'][number];
type Reader = Pick<Actor, 'userId' | 'companyId' | 'sessionId'>;
type Parts = Pick<Platform, 'query' | 'events'>;

export async function* changes(platform: Parts, actor: Reader, input: Input): AsyncGenerator<ChangesLine> {
  const asked = [...new Map(input.collections.map((each) => [each.name, each])).values()];
  let revoked = false;
  const end = platform.events.subscribe('session', (session) => {
    if (session.sessionId === actor.sessionId) revoked = true;
  });
  try {
    const { touched, ...position } = await probe(platform, actor, asked);
    const { clock, epoch } = position;
    yield { kind: 'begin', seq: clock };
    for (const [name, documents] of await newest(
      platform,
      actor,
      asked.filter(({ ahead, checkpoint }) => ahead > 0 && !checkpoint),
      input.near,
    )) {
      yield { kind: 'ahead', collection: name, documents };
    }
    const counted = input.total ? await totals(platform, actor, asked) : null;
    if (counted) yield { kind: 'total', documents: counted };
    // with an unchanged clock, a collection without a count has no changes
    const isStill = counted !== null && (await clockOf(platform, actor)) === clock;
    for (const { name, checkpoint, deletions } of asked)
      if (isStill && checkpoint === null && !deletions && !counted[name]) touched.delete(name);
    for (const each of asked) {
      const { name, checkpoint } = each;
      if (touched.has(name)) {
        for await (const line of collection(platform, actor, each, position)) {
          if (revoked) throw new CallError('SESSION_REVOKED');
          yield line;
        }
      } else {
        yield {
          kind: 'page',
          collection: name,
          documents: [],
          checkpoint: inEpoch({ seq: clock, id: AFTER_ALL_IDS, floor: checkpoint?.floor ?? clock }, epoch),
          more: false,
        };
      }
    }
    yield { kind: 'end' };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    yield { kind: 'failed', error: error.code };
  } finally {
    end();
  }
}

/** Pages of one collection up to the clock, each as large as the last one's documents suggest. */
async function* pages(
  platform: Parts,
  actor: Reader,
  asked: Asked,
  from: Checkpoint | null,
  { clock, epoch }: DatabasePosition,
): AsyncGenerator<ChangesLine> {
  const { name } = asked;
  if (asked.deletions || !isScanning(from, clock)) return yield* pulls(platform, actor, name, from, asked);
  const start = from ?? { seq: 0, id: '', floor: clock };
  for await (const { documents, checkpoint: scanned, isLast } of scanSnapshot(platform, actor, name, start)) {
    const checkpoint = inEpoch(scanned, epoch);
    // The scan skipped documents that changed meanwhile. With an unchanged clock there are none: the device is complete.
    const isWhole = isLast && (await clockOf(platform, actor)) === start.floor;
    yield { kind: 'page', collection: name, documents, checkpoint, more: !isWhole };
    if (isLast && !isWhole) yield* pulls(platform, actor, name, checkpoint);
  }
}

async function clockOf(db: Pick<Platform, 'query'>, { companyId }: Reader): Promise<number> {
  const { rows } = await db.query<{ clock: number }>({
    name: 'sync_clock',
    text: 'select coalesce(max(seq), 0) as clock from company_clock where company_id = $1',
    values: [companyId],
  });
  return rows[0]!.clock;
}

/** Pages of pull; each is read while the one before is sent. */
async function* pulls(
  platform: Parts,
  actor: Reader,
  name: KindName,
  from: Checkpoint | null,
  options: PullOptions = {},
): AsyncGenerator<ChangesLine> {
  const size = new PageSize(name);
  const page = (after: Checkpoint | null): Promise<PullAnswer> =>
    pull(platform, actor, name, after, size.limit, options);
  let next: Promise<PullAnswer> | null = page(from);
  while (next) {
    const { documents, checkpoint, more }: PullAnswer = await next;
    size.measure(documents);
    next = more ? page(checkpoint) : null;
    // A page read ahead may fail while this one is sent: its error is thrown when it is awaited.
    next?.catch(() => {});
    yield { kind: 'page', collection: name, documents, checkpoint: checkpoint!, more };
  }
}

/** Pages of one collection; from the start if its checkpoint is too old or of another epoch. */
async function* collection(
  platform: Parts,
  actor: Reader,
  asked: Asked,
  position: DatabasePosition,
): AsyncGenerator<ChangesLine> {
  const { name, checkpoint: from } = asked;
  const isForeign = from !== null && !isOfEpoch(from, position);
  try {
    if (!isForeign) return yield* pages(platform, actor, asked, from, position);
  } catch (error) {
    if (from === null || !(error instanceof CallError) || error.code !== 'CHECKPOINT_TOO_OLD') throw error;
  }
  yield { kind: 'tooOld', collection: name };
  // From the start, states are sent whole: the client's texts may be of another database.
  const { stateMax: _, ...fromStart } = asked;
  yield* pages(platform, actor, { ...fromStart, deletions: isForeign }, null, position);
}

/**
 * The collections that may have something after their checkpoints, and the clock of the same snapshot. A collection in
 * doubt is included: its pull then returns nothing.
 */
async function probe(
  db: Pick<Platform, 'query'>,
  actor: Reader,
  asked: readonly Asked[],
): Promise<DatabasePosition & { touched: Set<KindName> }> {
  const sound = (checkpoint: Checkpoint | null): boolean =>
    checkpoint === null || (Number.isSafeInteger(checkpoint.seq) && Number.isSafeInteger(checkpoint.floor));
  const known = asked.filter(({ checkpoint }) => checkpoint !== null && sound(checkpoint));
  const { rows } = await db.query<{
    clock: number;
    epoch: string;
    epoch_seq: number;
    collection: KindName | null;
  }>({
    name: 'sync_changes_probe',
    text: PROBE,
    values: [
      actor.companyId,
      actor.userId,
      known.map(({ name }) => name),
      known.map(({ checkpoint }) => checkpoint!.seq),
      known.map(({ checkpoint }) => checkpoint!.floor),
      known.map(({ checkpoint }) => checkpoint!.id === AFTER_ALL_IDS),
    ],
  });
  const touched = new Set(rows.flatMap(({ collection }) => (collection ? [collection] : [])));
  const { clock, epoch, epoch_seq: epochSeq } = rows[0]!;
  for (const { name, checkpoint } of asked)
    if (checkpoint === null || !sound(checkpoint) || !isOfEpoch(checkpoint, { epoch, epochSeq })) touched.add(name);
  return { clock, epoch, epochSeq, touched };
}

/** Parameters: company, person, collections, their ticks and floors, whether all of that tick was delivered. */
const PROBE = `
with now as (
  select coalesce(max(seq), 0) as clock, coalesce(max(epoch), '') as epoch, coalesce(max(epoch_seq), 0) as epoch_seq
    from company_clock where company_id = $1
), wanted as (
  select w.collection, greatest(w.seq, w.floor) as latest, w.seq, w.seq + case when w.whole then 1 else 0 end as next
  from unnest($3::text[], $4::bigint[], $5::bigint[], $6::boolean[]) as w(collection, seq, floor, whole)
), access as materialized (
  select a.* from now n cross join lateral sync_access($1::text, $2::text) a where exists (select 1 from wanted w
    where w.next <= n.clock or w.latest > n.clock)
), touched as (
  select w.collection from wanted w cross join now n
  where w.latest > n.clock or w.next <= n.clock and (
    exists (select 1 from access a where case when a.visible then a.since_seq else a.until_seq end >= w.next)
    or exists (select 1 from access a where a.visible and exists (
      select 1 from doc d where d.company_id = $1 and d.space_id = a.space_id and d.collection = w.collection and d.seq >= w.next))
    or exists (select 1 from access a join doc_exit e on e.company_id = $1 and e.space_id = a.space_id
      and e.collection = w.collection where e.seq >= w.next)
    or exists (select 1 from access a join space_gc g on g.company_id = $1 and g.space_id = a.space_id
      and g.collection = w.collection where g.gc_seq > w.seq))
)
select n.clock, n.epoch, n.epoch_seq, t.collection from now n left join touched t on true`;

/** least number of documents of each space, so that the first rows of a project’s list are there when it opens */
const OF_EACH_SPACE = 8;
/** most documents of a collection, whatever the number of spaces, unless the client asks for more */
const AHEAD_MOST = 240;

/**
 * The documents of collections that changed last: of all that this person may see, and of each space, more of those
 * `near`. In the order in which they are asked for.
 */
async function newest(
  db: Pick<Platform, 'query'>,
  actor: Reader,
  asked: readonly Asked[],
  near: readonly string[],
): Promise<Map<KindName, WireDoc[]>> {
  const found = new Map<KindName, WireDoc[]>();
  if (asked.length === 0) return found;
  const { rows } = await db.query<{
    collection: KindName;
    id: string;
    space_id: string;
    rev: string;
    data: Record<string, unknown>;
    role: Role;
  }>({
    name: 'sync_newest',
    text: `with access as materialized (select * from sync_access($1, $2) a where a.visible)
      select n.* from unnest($3::text[], $4::int[]) with ordinality as w(collection, most, place) cross join lateral (
        select r.collection, r.id, r.space_id, r.rev, r.data, r.role, r.seq from (
          select d.*, a.role, row_number() over (order by d.seq desc, d.id desc) as of_all,
            row_number() over (partition by d.space_id order by d.seq desc, d.id desc) as of_space
          from access a cross join lateral (
            select * from doc where company_id = $1 and space_id = a.space_id and collection = w.collection
              and not deleted order by seq desc, id desc limit w.most) d) r
        where r.of_all <= w.most or r.of_space <= $5::int or r.space_id = any($7::text[])
        order by r.space_id = any($7::text[]) desc, r.seq desc, r.id desc limit greatest(w.most, $6::int)) n
      order by w.place, n.seq desc, n.id desc`,
    values: [
      actor.companyId,
      actor.userId,
      asked.map(({ name }) => name),
      asked.map(({ ahead }) => ahead),
      OF_EACH_SPACE,
      AHEAD_MOST,
      near,
    ],
  });
  for (const { collection, id, space_id, rev, data, role } of rows) {
    found.set(collection, [
      ...(found.get(collection) ?? []),
      wireDoc({ collection, id, space: space_id, rev, deleted: false, data }, role, actor),
    ]);
  }
  return found;
}

async function totals(
  db: Pick<Platform, 'query'>,
  actor: Reader,
  asked: readonly Asked[],
): Promise<Record<string, number>> {
  const { rows } = await db.query<{ collection: string; count: number }>({
    name: 'sync_totals',
    text: `select d.collection, count(*) as count from sync_access($1, $2) a
      join doc d on d.company_id = $1 and d.space_id = a.space_id and d.collection = any($3::text[]) and not d.deleted
      where a.visible group by d.collection`,
    values: [actor.companyId, actor.userId, asked.map(({ name }) => name)],
  });
  return Object.fromEntries(rows.map(({ collection, count }) => [collection, count]));
}
