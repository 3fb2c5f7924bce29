/**
 * Deletes expired documents by the rules of the features' manifests: documents whose last change, and that of their children, is
 * older than the organization's retention.
 *
 *   found ──► checked again under the company's clock ──► deleted as by a person ──7 days──► content erased
 *                                                              └ an edit made before the deletion restores the whole document
 *
 * The recordings of a deleted meeting are deleted by the daily purge of uploads, after the same seven days.
 */
import { sql, type RawBuilder } from 'kysely';
import type { CollectionName } from '../../../sync/model/registry';
import type { Platform } from '../../platform/context';
import type {
  DocumentExpiry,
  Expired,
  RetentionChild,
  RetentionCounts,
  RetentionLimit,
  RetentionRule,
} from '../../shared/retention';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import '../uploads/tables';
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
  erase: (companyId, before) => eraseRemoved(database, store, companyId, before),
});

/** The child rows `p` of the document `d`. */
const isChild = (child: RetentionChild): RawBuilder<unknown> =>
  sql`p.collection = ${child.collection} and ${
    'idPrefix' in child
      ? sql`p.id = ${child.idPrefix}::text || d.id`
      : sql`p.refs @> jsonb_build_object(${child.parentField}::text, d.id)`
  }`;

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
        rule.children.map(
          (child) =>
            sql`and not exists (select from doc p where p.company_id = d.company_id and ${isChild(child)} and ${isNewer})`,
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
  const gone: [CollectionName, string][] = [];
  for (const rule of rules) {
    const ids = expired.filter((each) => each.collection === rule.collection).map((each) => each.id);
    // reads all documents in one statement each, not one by one
    await tx.list(rule.collection, { ids });
    for (const child of rule.children)
      if ('idPrefix' in child) await tx.list(child.collection, { ids: ids.map((id) => child.idPrefix + id) });
    for (const id of ids) {
      gone.push([rule.collection, id]);
      for (const child of rule.children)
        gone.push(
          ...(await childIds(tx, child, id)).map((childId): [CollectionName, string] => [child.collection, childId]),
        );
    }
  }
  for (const [collection, id] of gone) await tx.remove(collection, id);
  if (gone.length > 0) {
    await database.db
      .insertInto('retention_deleted')
      .values(gone.map(([collection, id]) => ({ company_id: tx.companyId, collection, id, at: now })))
      .onConflict((c) => c.columns(['company_id', 'collection', 'id']).doUpdateSet({ at: now }))
      .execute();
  }
  return expired;
}

const childIds = async (tx: SyncTransaction, child: RetentionChild, parentId: string): Promise<string[]> =>
  'idPrefix' in child
    ? [child.idPrefix + parentId]
    : (await tx.list(child.collection, { where: { [child.parentField]: parentId } })).map(({ id }) => id);

/**
 * Erases the content of documents that retention deleted before `before` and no edit restored. The deletion itself stays, so that
 * devices that were offline receive it.
 */
async function eraseRemoved({ db }: Database, store: SyncStore, companyId: string, before: number): Promise<number> {
  for (let total = 0; ;) {
    // under the clock's lock, as an edit that restores one of them
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
