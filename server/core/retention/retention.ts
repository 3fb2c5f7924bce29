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
import { childKindsOf, fieldsWithin, type KindName } from '../../../sync/model/kinds';
import type {
  DocumentCount,
  DocumentExpiry,
  Expired,
  RetentionCounts,
  RetentionDatabase as Database,
  RetentionLimit,
  RetentionRule,
} from '../../shared/retention';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import { forgetErased } from '../erased';
import { documentsWithin } from './documents-within';
import '../trash/tables';
import './tables';

/** rows erased in one transaction */
const ERASE_BATCH = 500;

export const createDocumentExpiry = (
  database: Database,
  store: SyncStore,
  rules: readonly RetentionRule[],
): DocumentExpiry => ({
  find: (companyId, limit) => findExpired(database, rules, companyId, limit),
  count: (companyId, found) => countExpired(database, rules, companyId, found),
  countOf: (found) => countOf(rules, found),
  remove: (tx, candidates, limit, now) => removeExpired(database, rules, tx, candidates, limit, now),
  endTrash: (tx, before, now) => endTrash(database, rules, tx.companyId, before, now),
  erase: (companyId, before) => eraseRemoved(database, store, companyId, before),
});

/** The time that a document's age counts from. */
const ageOf = ({ itemTypes }: RetentionRule) =>
  itemTypes
    ? sql`coalesce(nullif((d.data ->> 'contentAt')::numeric, 0), (d.data ->> 'createdAt')::numeric)`
    : sql`(d.data ->> 'updatedAt')::numeric`;
const isOfRule = ({ itemTypes }: RetentionRule) =>
  itemTypes ? sql`and d.data ->> 'itemType' = any(${[...itemTypes]}::text[])` : sql``;

/**
 * SQL: no child document of `d` is newer, nor a document within `d` of a kind that the rule names as keeper, nor a child
 * document of such a keeper.
 */
function keptBy({ collection, itemTypes, keepers = [] }: RetentionRule, isNewer: RawBuilder<unknown>) {
  // only the age of its content counts
  if (itemTypes) return sql``;
  const children = childKindsOf(collection).map(
    ({ kind, idPrefix }) =>
      sql`and not exists (select from doc p
                where p.company_id = d.company_id and p.collection = ${kind}
        and p.id = ${idPrefix}::text || d.id and ${isNewer})`,
  );
  const within = fieldsWithin(collection)
    .filter(({ kind }) => keepers.includes(kind))
    .map(({ kind, field }) => {
      const itself = [{ kind, idPrefix: '' }, ...childKindsOf(kind)].map(
        (each) => sql`p.collection = ${each.kind} and p.id = ${each.idPrefix}::text || k.id`,
      );
      return sql`and not exists (
        select from doc k join doc p on p.company_id = k.company_id and (${sql.join(itself, sql` or `)})
        where k.company_id = d.company_id and k.collection = ${kind} and not k.deleted
          and k.refs @> jsonb_build_object(${field}::text, d.id) and ${isNewer})`;
    });
  return sql.join([...children, ...within], sql` `);
}

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
    select d.collection, d.id, coalesce(d.data ->> 'creatorId', d.data ->> 'addedBy') as "creatorId" from doc d
    where d.company_id = ${companyId} and d.collection = ${rule.collection} and not d.deleted
      ${ids ? sql`and d.id = any(${[...ids]}::text[])` : sql``}
      and d.seq <= ${seq}::bigint and ${ageOf(rule)} < ${before}::bigint ${isOfRule(rule)}
      ${keptBy(rule, isNewer)}`,
  );
  const { rows } = await sql<Expired>`${sql.join(expired, sql` union all `)} order by id`.execute(db);
  return rows;
}

const countOf = (rules: readonly RetentionRule[], { collection }: Expired): DocumentCount | null =>
  rules.find((rule) => rule.collection === collection)?.countedAs ?? null;

async function countExpired(
  database: Database,
  rules: readonly RetentionRule[],
  companyId: string,
  found: readonly Expired[],
): Promise<RetentionCounts> {
  const counts: RetentionCounts = { notes: 0, meetings: 0, recordings: 0, files: 0, chats: 0, bytes: 0 };
  for (const each of found) {
    const count = countOf(rules, each);
    if (count) counts[count] += 1;
  }
  for (const { collection, stored } of rules) {
    const ids = found.filter((each) => each.collection === collection).map(({ id }) => id);
    if (!stored || ids.length === 0) continue;
    const { recordings = 0, bytes = 0 } = await stored(database, companyId, ids);
    counts.recordings += recordings;
    counts.bytes += bytes;
  }
  return counts;
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
  for (const collection of new Set(rules.map((rule) => rule.collection))) {
    const ids = expired.filter((each) => each.collection === collection).map((each) => each.id);
    gone.push(...(await documentsWithin(database, tx.companyId, collection, ids, { deleted: false })));
  }
  await readAhead(tx, gone);
  for (const [collection, id] of gone) await tx.remove(collection, id);
  for (const { collection, deleted } of rules)
    await deleted?.(
      database,
      tx.companyId,
      gone.flatMap(([kind, id]) => (kind === collection ? [id] : [])),
    );
  if (gone.length > 0) await noteDeleted(database.db, tx.companyId, gone, now);
  return expired;
}

/** Reads documents in one statement for each kind. */
async function readAhead(tx: SyncTransaction, documents: readonly [KindName, string][]): Promise<void> {
  for (const kind of new Set(documents.map(([each]) => each)))
    await tx.list(kind, { ids: documents.flatMap(([each, id]) => (each === kind ? [id] : [])) });
}

async function endTrash(
  { db }: Database,
  rules: readonly RetentionRule[],
  companyId: string,
  before: number,
  now: number,
): Promise<void> {
  for (const rule of rules) {
    const { collection } = rule;
    const kinds = rule.itemTypes ? [] : [{ kind: collection, idPrefix: '' }, ...childKindsOf(collection)];
    const isNewer = sql`(p.data ->> 'updatedAt')::numeric >= ${before}::bigint`;
    const isOld = rule.itemTypes ? sql`and ${ageOf(rule)} < ${before}::bigint ${isOfRule(rule)}` : sql``;
    const { rows } = await sql<{ id: string }>`
      select d.id from doc d where d.company_id = ${companyId} and d.collection = ${collection}
        and d.deleted and d.data <> '{}'::jsonb
        ${isOld}
        and exists (select from trash t where t.company_id = d.company_id and t.seq = d.seq)
        and not exists (select from retention_deleted r
          where r.company_id = d.company_id and r.collection = d.collection and r.id = d.id and r.at >= d.deleted_at)
        ${sql.join(
          kinds.map(
            ({ kind, idPrefix }) =>
              sql`and not exists (select from doc p where p.company_id = d.company_id and p.collection = ${kind}
                  and p.id = ${idPrefix}::text || d.id and ${isNewer})`,
          ),
          sql` `,
        )}`.execute(db);
    const ids = rows.map(({ id }) => id);
    const gone = await documentsWithin({ db }, companyId, collection, ids, { deleted: true });
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
          where doc.company_id = ${companyId} and doc.collection = taken.collection and doc.id = taken.id
            and doc.deleted and doc.deleted_at < ${before}::bigint
        )
        select id from taken`.execute(db);
      await forgetErased({ db }, { companyId, ids: rows.map(({ id }) => id) });
      return rows.length;
    });
    total += erased;
    if (erased < ERASE_BATCH) return total;
  }
}
