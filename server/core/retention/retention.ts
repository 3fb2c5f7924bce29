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
import { childKindsOf, childrenOf, kindsWithin, type KindName } from '../../../sync/model/kinds';
import { canvasTextId } from '../../../sync/model/ids';
import type { Platform } from '../../platform/context';
import type { DocumentExpiry, Expired, RetentionCounts, RetentionLimit, RetentionRule } from '../../shared/retention';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import { forgetErased } from '../erased';
import { stopReadings } from '../links/reading-requests';
import '../files/tables';
import '../uploads/tables';
import '../trash/tables';
import './tables';

type Database = Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs'>;

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

/** The time that a document's age counts from. */
const ageOf = ({ itemTypes }: RetentionRule) =>
  itemTypes
    ? sql`coalesce(nullif((d.data ->> 'contentAt')::numeric, 0), (d.data ->> 'createdAt')::numeric)`
    : sql`(d.data ->> 'updatedAt')::numeric`;
const isOfRule = ({ itemTypes }: RetentionRule) =>
  itemTypes ? sql`and d.data ->> 'itemType' = any(${[...itemTypes]}::text[])` : sql``;
/** Kinds whose changes keep a document: none where its content's age decides. */
const keepers = ({ collection, itemTypes }: RetentionRule) => (itemTypes ? [] : childKindsOf(collection));

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
      ${sql.join(
        keepers(rule).map(
          ({ kind, idPrefix }) =>
            sql`and not exists (select from doc p where p.company_id = d.company_id and p.collection = ${kind} and p.id = ${idPrefix}::text || d.id and ${isNewer})`,
        ),
        sql` `,
      )}
      ${rule.collection === 'threads' ? noNewerCanvas(isNewer) : sql``}`,
  );
  const { rows } = await sql<Expired>`${sql.join(expired, sql` union all `)} order by id`.execute(db);
  return rows;
}

/** An edit of a canvas keeps its chat, whose row it does not change. `isNewer`: of the document `p`. */
const noNewerCanvas = (isNewer: RawBuilder<unknown>) => sql`and not exists (
  select from doc k join doc p on p.company_id = k.company_id
    and (p.collection = 'canvases' and p.id = k.id
      or p.collection = 'noteContents' and p.id = ${canvasTextId('')}::text || k.id)
  where k.company_id = d.company_id and k.collection = 'canvases' and not k.deleted
    and k.refs @> jsonb_build_object('parentId', d.id) and ${isNewer})`;

async function countExpired({ db }: Database, companyId: string, found: readonly Expired[]): Promise<RetentionCounts> {
  const meetings = found.filter((each) => each.collection === 'meetings').map((each) => each.id);
  const { recordings, bytes } = await db
    .selectFrom('upload')
    .select([sql<number>`count(*)`.as('recordings'), sql<string>`coalesce(sum(size), 0)`.as('bytes')])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`meeting_id = any(${meetings}::text[])`)
    .executeTakeFirstOrThrow();
  const files = found.filter((each) => each.collection === 'projectItems').map((each) => each.id);
  const chats = found.filter((each) => each.collection === 'threads').length;
  const stored = await sql<{ bytes: string }>`
    select coalesce(sum(size), 0) as bytes from (
      select distinct on (upload_id) size from file_version
      where company_id = ${companyId} and item_id = any(${files}::text[]) order by upload_id) once`.execute(db);
  return {
    notes: found.length - meetings.length - files.length - chats,
    meetings: meetings.length,
    recordings: Number(recordings),
    files: files.length,
    chats,
    bytes: Number(bytes) + Number(stored.rows[0]?.bytes ?? 0),
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
  for (const collection of new Set(rules.map((rule) => rule.collection))) {
    const ids = expired.filter((each) => each.collection === collection).map((each) => each.id);
    // reads all documents in one statement
    const docs = await tx.list(collection, { ids });
    for (const doc of docs) ids.push(...(await pagesWith(tx, doc)));
    for (const { kind, idPrefix } of childKindsOf(collection))
      await tx.list(kind, { ids: ids.map((id) => idPrefix + id) });
    for (const id of ids) gone.push([collection, id], ...childrenOf(collection, id));
    gone.push(...(await documentsWithin(tx, collection, ids)));
  }
  for (const [collection, id] of gone) await tx.remove(collection, id);
  const items = gone.flatMap(([collection, id]) => (collection === 'projectItems' ? [id] : []));
  await stopReadings(database, tx.companyId, items);
  if (gone.length > 0) await noteDeleted(database.db, tx.companyId, gone, now);
  return expired;
}

/** The pages of a website end with it. */
async function pagesWith(tx: SyncTransaction, doc: { id: string; itemType?: unknown }): Promise<string[]> {
  if (doc.itemType !== 'website') return [];
  return (await tx.list('projectItems', { where: { parentId: doc.id } })).map(({ id }) => id);
}

/** The documents within others, as the questions and canvases of a chat, with their child documents. */
async function documentsWithin(
  tx: SyncTransaction,
  parent: KindName,
  parentIds: readonly string[],
): Promise<[KindName, string][]> {
  const found: [KindName, string][] = [];
  for (const kind of kindsWithin(parent)) {
    const docs = await Promise.all(parentIds.map((parentId) => tx.list(kind, { where: { parentId } })));
    const ids = docs.flat().map(({ id }) => id);
    // reads the child documents in one statement
    for (const { kind: child, idPrefix } of childKindsOf(kind))
      await tx.list(child, { ids: ids.map((id) => idPrefix + id) });
    for (const id of ids) found.push([kind, id], ...childrenOf(kind, id));
  }
  return found;
}

/** The same of deleted documents. */
async function deletedDocumentsWithin(
  { db }: Pick<Database, 'db'>,
  companyId: string,
  parent: KindName,
  parentIds: readonly string[],
): Promise<[KindName, string][]> {
  const { rows } = await sql<{ collection: KindName; id: string }>`
    select t.collection, t.id from unnest(${[...parentIds]}::text[]) as c (id)
    join doc t on t.company_id = ${companyId} and t.collection = any(${kindsWithin(parent)}::text[]) and t.deleted
      and t.refs @> jsonb_build_object('parentId', c.id)`.execute(db);
  return rows.flatMap(({ collection, id }): [KindName, string][] => [[collection, id], ...childrenOf(collection, id)]);
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
      select d.id from doc d where d.company_id = ${companyId} and d.collection = ${collection} and d.deleted and d.data <> '{}'::jsonb
        ${isOld}
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
    const ids = rows.map(({ id }) => id);
    gone.push(...(await deletedDocumentsWithin({ db }, companyId, collection, ids)));
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
