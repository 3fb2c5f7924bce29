/**
 * Deletes expired documents by the rules of the features' manifests: documents whose last change, and that of their children, is
 * older than the organization's retention.
 *
 *   found ──► checked again under the company's clock ──► deleted as by a person ──7 days──► content erased
 *                                                              └ an edit made before the deletion restores the whole document
 *
 * The recordings of a deleted meeting are deleted by the daily purge of uploads, after the same seven days.
 */
import { sql } from 'kysely';
import { childKindsOf, childrenOf, type KindName } from '../../../sync/model/kinds';
import type { Platform } from '../../platform/context';
import type { DocumentExpiry, Expired, RetentionCounts, RetentionLimit, RetentionRule } from '../../shared/retention';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import { forgetErased } from '../erased';
import '../uploads/tables';
import '../trash/tables';
import './tables';

type Database = Pick<Platform, 'db'>;

/** rows erased in one transaction */
const ERASE_BATCH = 500;

export const createDocumentExpiry = (
  database: Database,
  store: SyncStore,
  rules: readonly RetentionRule[],
): DocumentExpiry => ({
  find: (companyId, limit) => findExpired(database, rules, companyId, limit),
  count: (companyId, found) => countExpired(database, companyId, found),
  remove: (tx, candidates, limit, now) => removeExpired(database, rules, tx, candidates, limit, now),
  endTrash: (tx, before, now) => endTrash(database, rules, tx.companyId, before, now),
  erase: (companyId, before) => eraseRemoved(database, store, companyId, before),
});

async function findExpired(
  { db }: Database,
  rules: readonly RetentionRule[],
  companyId: string,
  { before, seq = Number.MAX_SAFE_INTEGER, ids }: RetentionLimit,
): Promise<Expired[]> {
  if (rules.length === 0) return [];
  const isNewer = sql`not p.deleted and (p.seq > ${seq}::bigint or (p.data ->> 'updatedAt')::numeric >= ${before}::bigint)`;
  const expired = rules.map(
    (rule) => sql`
    select d.collection, d.id, d.data ->> 'creatorId' as "creatorId" from doc d
    where d.company_id = ${companyId} and d.collection = ${rule.collection} and not d.deleted
      ${ids ? sql`and d.id = any(${[...ids]}::text[])` : sql``}
      and d.seq <= ${seq}::bigint and (d.data ->> 'updatedAt')::numeric < ${before}::bigint
      ${sql.join(
        childKindsOf(rule.collection).map(
          ({ kind, idPrefix }) =>
            sql`and not exists (select from doc p where p.company_id = d.company_id and p.collection = ${kind} and p.id = ${idPrefix}::text || d.id and ${isNewer})`,
        ),
        sql` `,
      )}`,
  );
  const { rows } = await sql<Expired>`${sql.join(expired, sql` union all `)} order by id`.execute(db);
  return rows;
}

async function countExpired({ db }: Database, companyId: string, found: readonly Expired[]): Promise<RetentionCounts> {
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

async function removeExpired(
  database: Database,
  rules: readonly RetentionRule[],
  tx: SyncTransaction,
  candidates: readonly Expired[],
  limit: Omit<RetentionLimit, 'ids'>,
  now: number,
): Promise<Expired[]> {
  const expired = await findExpired(database, rules, tx.companyId, {
    ...limit,
    ids: candidates.map((each) => each.id),
  });
  const gone: [KindName, string][] = [];
  for (const rule of rules) {
    const ids = expired.filter((each) => each.collection === rule.collection).map((each) => each.id);
    // reads all documents in one statement
    await tx.list(rule.collection, { ids });
    for (const { kind, idPrefix } of childKindsOf(rule.collection))
      await tx.list(kind, { ids: ids.map((id) => idPrefix + id) });
    for (const id of ids) gone.push([rule.collection, id], ...childrenOf(rule.collection, id));
  }
  for (const [collection, id] of gone) await tx.remove(collection, id);
  if (gone.length > 0) await noteDeleted(database.db, tx.companyId, gone, now);
  return expired;
}

async function endTrash(
  { db }: Database,
  rules: readonly RetentionRule[],
  companyId: string,
  before: number,
  now: number,
): Promise<void> {
  for (const { collection } of rules) {
    const kinds = [{ kind: collection, idPrefix: '' }, ...childKindsOf(collection)];
    const isNewer = sql`(p.data ->> 'updatedAt')::numeric >= ${before}::bigint`;
    const { rows } = await sql<{ id: string }>`
      select d.id from doc d where d.company_id = ${companyId} and d.collection = ${collection} and d.deleted and d.data <> '{}'::jsonb
        and exists (select from trash t where t.company_id = d.company_id and t.seq = d.seq)
        and not exists (select from retention_deleted r where r.company_id = d.company_id and r.collection = d.collection and r.id = d.id and r.at >= d.deleted_at)
        ${sql.join(
          kinds.map(
            ({ kind, idPrefix }) =>
              sql`and not exists (select from doc p where p.company_id = d.company_id and p.collection = ${kind} and p.id = ${idPrefix}::text || d.id and ${isNewer})`,
          ),
          sql` `,
        )}`.execute(db);
    const gone = rows.flatMap(({ id }): [KindName, string][] => [[collection, id], ...childrenOf(collection, id)]);
    for (let at = 0; at < gone.length; at += ERASE_BATCH)
      await noteDeleted(db, companyId, gone.slice(at, at + ERASE_BATCH), now);
  }
}

const noteDeleted = (db: Database['db'], companyId: string, gone: readonly [KindName, string][], at: number) =>
  db
    .insertInto('retention_deleted')
    .values(gone.map(([collection, id]) => ({ company_id: companyId, collection, id, at })))
    .onConflict((c) => c.columns(['company_id', 'collection', 'id']).doUpdateSet({ at }))
    .execute();

/**
 * Erases the content of documents that retention deleted before `before` and no edit restored. The tombstone stays, so
 * that devices that were offline receive it.
 */
async function eraseRemoved({ db }: Database, store: SyncStore, companyId: string, before: number): Promise<number> {
  for (let total = 0; ;) {
    // under the lock of the company's clock, which an edit that restores a document takes as well
    const erased = await store.write(companyId, async () => {
      const { rows } = await sql<{ id: string }>`
        with taken as (
          delete from retention_deleted where company_id = ${companyId} and (collection, id) in (
            select collection, id from retention_deleted where company_id = ${companyId} and at < ${before}::bigint limit ${ERASE_BATCH})
          returning collection, id
        ), erased as (
          update doc set data = '{}', refs = '{}' from taken
          where doc.company_id = ${companyId} and doc.collection = taken.collection and doc.id = taken.id and doc.deleted and doc.deleted_at < ${before}::bigint
        )
        select id from taken`.execute(db);
      await forgetErased({ db }, { companyId, ids: rows.map(({ id }) => id) });
      return rows.length;
    });
    total += erased;
    if (erased < ERASE_BATCH) return total;
  }
}
