/**
 * What a company's retention takes: notes and meetings whose last change is too long ago, with their texts, transcripts and summaries.
 *
 *   found ──► checked again under the company's clock ──► deleted as anybody deletes ──7 days──► content erased
 *                                                              └ an edit that a device had not sent beats it: it comes back whole
 *
 * The recordings of a deleted meeting go with the daily purge of uploads, after the same seven days.
 */
import { sql } from 'kysely';
import { meetingNoteId } from '../../../sync/model/ids';
import type { CollectionName } from '../../../sync/model/registry';
import type { Platform } from '../../platform/context';
import { removeContents } from '../meetings/placement';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import './tables';

type House = Pick<Platform, 'db'>;

/** How many of each kind; `bytes` are those of the recordings. */
export interface RetentionCounts {
  notes: number;
  meetings: number;
  recordings: number;
  bytes: number;
}

export interface Expired {
  collection: 'notes' | 'meetings';
  id: string;
  creatorId: string;
}

/** Milliseconds in which what was deleted comes back by an edit that was made before, as it was. */
export const ERASED_AFTER_MS = 7 * 24 * 60 * 60_000;
/** Documents of one transaction: it holds the company's clock. */
export const BATCH = 100;
/** rows erased in one transaction */
const ERASE_BATCH = 500;

export interface Limit {
  /** milliseconds since the epoch: what was changed later stays */
  before: number;
  /** a tick of the company's clock: what reached the server later stays, whenever it was changed; without one it does not matter */
  seq?: number | undefined;
  /** among these only */
  ids?: readonly string[] | undefined;
}

/** The last change of a note or meeting is that of the newest of its parts. */
export async function findExpired(
  { db }: House,
  companyId: string,
  { before, seq = Number.MAX_SAFE_INTEGER, ids }: Limit,
): Promise<Expired[]> {
  const isNewer = sql`not p.deleted and (p.seq > ${seq}::bigint or (p.data ->> 'updatedAt')::numeric >= ${before}::bigint)`;
  const { rows } = await sql<Expired>`
    select d.collection, d.id, d.data ->> 'creatorId' as "creatorId" from doc d
    where d.company_id = ${companyId} and d.collection in ('notes', 'meetings') and not d.deleted
      ${ids ? sql`and d.id = any(${[...ids]}::text[])` : sql``}
      and d.seq <= ${seq}::bigint and (d.data ->> 'updatedAt')::numeric < ${before}::bigint
      and not exists (select from doc p where p.company_id = d.company_id and p.collection = 'noteContents'
        and p.id = case d.collection when 'notes' then d.id else ${meetingNoteId('')}::text || d.id end and ${isNewer})
      and not exists (select from doc p where d.collection = 'meetings' and p.company_id = d.company_id and p.collection = 'transcripts' and p.id = d.id and ${isNewer})
      and not exists (select from doc p where d.collection = 'meetings' and p.company_id = d.company_id and p.collection = 'summaries' and p.refs @> jsonb_build_object('meetingId', d.id) and ${isNewer})
    order by d.id`.execute(db);
  return rows;
}

/** What these are, with the recordings of the meetings. */
export async function countExpired(
  { db }: House,
  companyId: string,
  found: readonly Expired[],
): Promise<RetentionCounts> {
  const meetings = found.filter((each) => each.collection === 'meetings').map((each) => each.id);
  const { recordings, bytes } = await db
    .selectFrom('upload')
    .select([sql<number>`count(*)`.as('recordings'), sql<string>`coalesce(sum(size), 0)`.as('bytes')])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`meeting_id = any(${meetings}::text[])`)
    .executeTakeFirstOrThrow();
  return {
    notes: found.length - meetings.length,
    meetings: meetings.length,
    recordings: Number(recordings),
    bytes: Number(bytes),
  };
}

/**
 * Deletes those of them that are still too old. Everybody's replica hears of it as of any deletion. In the caller's writing transaction;
 * gives what was deleted.
 */
export async function removeExpired(
  house: House,
  tx: SyncTransaction,
  candidates: readonly Expired[],
  limit: Omit<Limit, 'ids'>,
  now: number,
): Promise<Expired[]> {
  const expired = await findExpired(house, tx.companyId, { ...limit, ids: candidates.map((each) => each.id) });
  const notes = expired.filter((each) => each.collection === 'notes').map((each) => each.id);
  const meetings = expired.filter((each) => each.collection === 'meetings').map((each) => each.id);
  const gone: [CollectionName, string][] = [];
  // read together, not one by one
  await tx.list('notes', { ids: notes });
  await tx.list('noteContents', { ids: [...notes, ...meetings.map(meetingNoteId)] });
  await tx.list('meetings', { ids: meetings });
  await tx.list('transcripts', { ids: meetings });
  for (const id of notes) {
    await tx.remove('notes', id);
    await tx.remove('noteContents', id);
    gone.push(['notes', id], ['noteContents', id]);
  }
  for (const id of meetings) {
    const summaries = await tx.list('summaries', { where: { meetingId: id } });
    await tx.remove('meetings', id);
    await removeContents(tx, id);
    gone.push(
      ['meetings', id],
      ['transcripts', id],
      ['noteContents', meetingNoteId(id)],
      ...summaries.map((s): [CollectionName, string] => ['summaries', s.id]),
    );
  }
  if (gone.length > 0) {
    await house.db
      .insertInto('retention_deleted')
      .values(gone.map(([collection, id]) => ({ company_id: tx.companyId, collection, id, at: now })))
      .onConflict((c) => c.columns(['company_id', 'collection', 'id']).doUpdateSet({ at: now }))
      .execute();
  }
  return expired;
}

/**
 * Erases the content of what retention deleted before `before` and nobody brought back. That it was deleted stays known, so that devices
 * which were away hear of it. Gives the number of documents.
 */
export async function eraseRemoved(
  { db }: House,
  store: SyncStore,
  companyId: string,
  before: number,
): Promise<number> {
  for (let total = 0; ;) {
    // an edit that brings one back reads under the clock's lock; so does this
    const erased = await store.write(companyId, async () => {
      const { rows } = await sql<{ taken: number }>`
        with taken as (
          delete from retention_deleted where company_id = ${companyId} and (collection, id) in (
            select collection, id from retention_deleted where company_id = ${companyId} and at < ${before}::bigint limit ${ERASE_BATCH})
          returning collection, id
        ), erased as (
          update doc set data = '{}', refs = '{}' from taken
          where doc.company_id = ${companyId} and doc.collection = taken.collection and doc.id = taken.id and doc.deleted and doc.deleted_at < ${before}::bigint
        )
        select count(*)::int as taken from taken`.execute(db);
      return rows[0]!.taken;
    });
    total += erased;
    if (erased < ERASE_BATCH) return total;
  }
}
