/** A replicated document as a row of `doc`, and its conversion from and to the wire. */
import { sql, type Kysely } from 'kysely';
import * as v from 'valibot';
import type { Role, Viewer } from '../../sync/model/kind';
import { spaceOf } from '../../sync/model/ids';
import { fieldsWithin, KINDS, yjsField, type KindName } from '../../sync/model/kinds';
import { CallError, isErrorCode, type ErrorCode } from '../../sync/protocol/errors';
import type { WireDoc } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import type { Tables } from '../platform/database/tables';
import type { StoredDoc } from './store';
import './tables';

/** A stored document. `data` has the collection's fields, updatedAt, recency, and unknown fields of newer clients. */
export interface DocRow {
  readonly collection: KindName;
  readonly id: string;
  readonly space: string;
  readonly seq: number;
  /** the tick at which it entered its current space */
  readonly createdSeq: number;
  readonly rev: string;
  readonly deleted: boolean;
  /** milliseconds since the epoch, null while not deleted */
  readonly deletedAt: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const DEPTH_MAX = 32;

interface DbDoc {
  collection: KindName;
  id: string;
  space_id: string;
  seq: number;
  created_seq: number;
  rev: string;
  deleted: boolean;
  deleted_at: number | null;
  data: Record<string, unknown>;
}

const COLUMNS = 'collection, id, space_id, seq, created_seq, rev, deleted, deleted_at, data';
const docColumns = sql.raw(COLUMNS);

/** Runs statements that are prepared under a name: those of every push, as planning takes longer than execution. */
export type Queries = Pick<Platform, 'query'>;

const rowOf = (d: DbDoc): DocRow => ({
  collection: d.collection,
  id: d.id,
  space: d.space_id,
  seq: d.seq,
  createdSeq: d.created_seq,
  rev: d.rev,
  deleted: d.deleted,
  deletedAt: d.deleted_at,
  data: d.data,
});

/** Reads the documents with these ids, deleted ones too. */
export async function readDocs(
  db: Queries,
  companyId: string,
  collection: KindName,
  ids: readonly string[],
): Promise<DocRow[]> {
  if (ids.length === 0) return [];
  const found = await db.query<DbDoc>({
    name: 'sync_docs',
    text: `select ${COLUMNS} from doc where company_id = $1 and collection = $2 and id = any($3::text[])`,
    values: [companyId, collection, ids],
  });
  return found.rows.map(rowOf);
}

/**
 * Reads those of the documents that a person sees, deleted ones too, with the role in their spaces. In one statement and
 * therefore one snapshot: a document may move out of a space just before the person gains it.
 */
export async function readVisibleDocs(
  db: Queries,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  collection: KindName,
  ids: readonly string[],
): Promise<{ row: DocRow; role: Role }[]> {
  if (ids.length === 0) return [];
  const found = await db.query<DbDoc & { role: Role }>({
    name: 'sync_visible_docs',
    text: `
      select d.*, a.role from (select ${COLUMNS} from doc where company_id = $1 and collection = $3 and id = any($4::text[])) d
      join sync_access($1, $2) a on a.space_id = d.space_id and a.visible`,
    values: [companyId, userId, collection, ids],
  });
  return found.rows.map((d) => ({ row: rowOf(d), role: d.role }));
}

/**
 * SQL: the characters of a document that count towards a page. Of a text those of its Yjs state, which are not parsed.
 * @param yjs parameter with the field of the Yjs state, null for none
 */
export const charactersOf = (data: string, yjs: string): string =>
  `case when ${yjs}::text is null then length(${data}::text) else coalesce(length(${data} ->> ${yjs}::text), 0) end`;

/**
 * Like readVisibleDocs for texts, in the order of `ids`, up to `most` characters of states (one text at least).
 * `read` is the number of ids that this answers: the rest is for a further call.
 */
export async function readVisibleTexts(
  db: Queries,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  ids: readonly string[],
  most: number,
): Promise<{ docs: { row: DocRow; role: Role }[]; read: number }> {
  const { rows } = await db.query<DbDoc & { role: Role; place: number; total: number }>({
    name: 'sync_visible_texts',
    text: `
      select m.place, m.total, m.role, ${COLUMNS} from (
        select d.*, a.role, k.place, l.length, count(*) over () as total,
          sum(l.length) over (order by k.place rows unbounded preceding) as characters
        from unnest($3::text[]) with ordinality as k(id, place)
        cross join lateral (
          select ${COLUMNS} from doc where company_id = $1 and collection = 'noteContents' and id = k.id collate "C" limit 1) d
        join sync_access($1, $2) a on a.space_id = d.space_id and a.visible
        cross join lateral (select coalesce(length(d.data ->> 'state'), 0) as length) l) m
      where m.characters - m.length < $4::int
      order by m.place`,
    values: [companyId, userId, ids, most],
  });
  const last = rows.at(-1);
  return {
    docs: rows.map((d) => ({ row: rowOf(d), role: d.role })),
    read: last && rows.length < last.total ? last.place : ids.length,
  };
}

/** Live documents of a space, or those whose fields have these values (by an index for fields that hold an id). */
export async function findDocs(
  db: Kysely<Tables>,
  companyId: string,
  collection: KindName,
  by: { space: string } | { where: Partial<Record<string, string>>; updatedSince?: number },
): Promise<DocRow[]> {
  if ('space' in by) {
    const found = await sql<DbDoc>`select ${docColumns} from doc
      where company_id = ${companyId} and space_id = ${by.space} and collection = ${collection} and not deleted order by id`.execute(
      db,
    );
    return found.rows.map(rowOf);
  }
  const entries = Object.entries(by.where).filter((e): e is [string, string] => e[1] !== undefined);
  const refs = Object.fromEntries(entries.filter(([field]) => isRef(field)));
  const conditions = entries
    .filter(([field]) => !isRef(field))
    .map(([field, value]) => sql`and data ->> ${field}::text = ${value}`);
  if (by.updatedSince !== undefined)
    conditions.push(sql`and (data ->> 'updatedAt')::numeric >= ${by.updatedSince}::numeric`);
  // Without an id the whole index would be read.
  if (Object.keys(refs).length > 0) conditions.push(sql`and refs @> ${JSON.stringify(refs)}::jsonb`);
  const found = await sql<DbDoc>`select ${docColumns} from doc
    where company_id = ${companyId} and collection = ${collection} and not deleted ${sql.join(
      conditions,
      sql` `,
    )} order by id`.execute(db);
  return found.rows.map(rowOf);
}

/**
 * Documents that were deleted at one tick and were within one of `parents`, by a field that holds the parent's id; of a
 * project all of its space.
 */
export async function findDeletedWithin(
  db: Kysely<Tables>,
  companyId: string,
  seq: number,
  parents: readonly Pick<DocRow, 'collection' | 'id'>[],
): Promise<DocRow[]> {
  const idsOf = (kind: KindName): string[] => parents.flatMap((each) => (each.collection === kind ? [each.id] : []));
  const conditions = [...new Set(parents.map(({ collection }) => collection))].flatMap((parent) =>
    fieldsWithin(parent).map(
      ({ kind, field }) => sql`(collection = ${kind} and refs ->> ${field}::text = any(${idsOf(parent)}::text[]))`,
    ),
  );
  if (conditions.length === 0) return [];
  const spaces = idsOf('projects').map((id) => spaceOf('project', id));
  if (spaces.length > 0) conditions.push(sql`(collection <> 'projects' and space_id = any(${spaces}::text[]))`);
  const found = await sql<DbDoc>`select ${docColumns} from doc
    where company_id = ${companyId} and deleted and seq = ${seq}
      and (${sql.join(conditions, sql` or `)}) order by collection, id`.execute(db);
  return found.rows.map(rowOf);
}

/** Whether a field holds one id; such fields are indexed. */
const isRef = (field: string): boolean => field.endsWith('Id');

function refsOf(data: Readonly<Record<string, unknown>>): Record<string, string> {
  const refs: Record<string, string> = {};
  for (const [field, value] of Object.entries(data))
    if (isRef(field) && typeof value === 'string' && value !== '' && value.length <= 64) refs[field] = value;
  return refs;
}

const WRITE = `
    insert into doc (company_id, collection, id, space_id, seq, created_seq, rev, deleted, deleted_at, refs, data)
    select $1::text, r.collection, r.id, r.space_id, r.seq, r.created_seq, r.rev, r.deleted, r.deleted_at, r.refs, r.data
    from jsonb_to_recordset($2::jsonb) as r(collection text, id text, space_id text, seq bigint, created_seq bigint,
      rev text, deleted boolean, deleted_at bigint, refs jsonb, data jsonb)
    on conflict (company_id, collection, id) do update set
      space_id = excluded.space_id, seq = excluded.seq, created_seq = excluded.created_seq, rev = excluded.rev,
      deleted = excluded.deleted, deleted_at = excluded.deleted_at, refs = excluded.refs, data = excluded.data`;

/** Approximate characters of one statement; a single document may be larger. The database needs several times this memory. */
const STATEMENT_MAX = 4 * 1024 * 1024;

/** Writes documents in statements of at most STATEMENT_MAX. */
export async function writeDocs(db: Queries, companyId: string, rows: readonly DocRow[]): Promise<void> {
  let batch: string[] = [];
  let size = 0;
  const write = async (): Promise<void> => {
    const json = `[${batch.join(',')}]`;
    [batch, size] = [[], 0];
    await db.query({ name: 'sync_write', text: WRITE, values: [companyId, json] });
  };
  for (const r of rows) {
    const json = JSON.stringify({
      collection: r.collection,
      id: r.id,
      space_id: r.space,
      seq: r.seq,
      created_seq: r.createdSeq,
      rev: r.rev,
      deleted: r.deleted,
      deleted_at: r.deletedAt,
      refs: refsOf(r.data),
      data: r.data,
    });
    if (batch.length > 0 && size + json.length > STATEMENT_MAX) await write();
    batch.push(json);
    size += json.length;
  }
  if (batch.length > 0) await write();
}

/** Erases the content of deleted documents; devices receive nothing, since they have only the deletion mark of them. */
export async function eraseDocs(db: Queries, companyId: string, rows: readonly DocRow[]): Promise<void> {
  await db.query({
    name: 'sync_erase',
    text: `
      update doc set data = '{}', refs = '{}' from unnest($2::text[], $3::text[]) as e(collection, id)
      where doc.company_id = $1 and doc.collection = e.collection and doc.id = e.id and doc.deleted`,
    values: [companyId, rows.map((row) => row.collection), rows.map((row) => row.id)],
  });
}

/** A document that leaves a space. */
export interface SpaceTombstone {
  collection: KindName;
  id: string;
  space: string;
  createdSeq: number;
}

/**
 * Writes space tombstones at this tick. A document that left the space before keeps its first `created_seq`: a device
 * may still hold it from then.
 */
export async function writeSpaceTombstones(
  db: Kysely<Tables>,
  companyId: string,
  seq: number,
  now: number,
  tombstones: readonly SpaceTombstone[],
): Promise<void> {
  if (tombstones.length === 0) return;
  await sql`
    insert into doc_exit (company_id, space_id, collection, id, seq, created_seq, left_at)
    select ${companyId}, r.space, r.collection, r.id, ${seq}::bigint, min(r."createdSeq"), ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(
      tombstones,
    )}::jsonb) as r(collection text, id text, space text, "createdSeq" bigint)
    group by r.space, r.collection, r.id
    on conflict (company_id, space_id, collection, id) do update set
      seq = excluded.seq, left_at = excluded.left_at, created_seq = least(doc_exit.created_seq, excluded.created_seq)`.execute(
    db,
  );
}

/** The document for features: all fields, without abilities. */
export const storedDoc = <N extends KindName>(row: Pick<DocRow, 'id' | 'space' | 'rev' | 'data'>): StoredDoc<N> =>
  ({ ...row.data, id: row.id, space: row.space, rev: row.rev }) as unknown as StoredDoc<N>;

/** The document for a person with a role in its space. */
export function wireDoc(
  row: Pick<DocRow, 'collection' | 'id' | 'space' | 'rev' | 'deleted' | 'data'>,
  role: Role,
  viewer: Viewer,
): WireDoc {
  if (row.deleted) return { id: row.id, _deleted: true, rev: row.rev };
  const doc = { ...row.data, id: row.id, space: row.space, rev: row.rev };
  return { ...doc, abilities: KINDS[row.collection].abilities(doc, role, viewer) } as WireDoc;
}

/** The reason why a value cannot be stored as JSON in the database; null if it can. */
function unstorable(value: unknown, depth = 0): string | null {
  if (depth > DEPTH_MAX) return 'nested too deeply';
  if (typeof value === 'string')
    return value.includes('\u0000') || !isWellFormed(value) ? 'text that is no valid Unicode' : null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'a number out of range';
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') return 'no JSON';
  for (const [key, inner] of Object.entries(value)) {
    const why = unstorable(key, depth) ?? unstorable(inner, depth + 1);
    if (why) return why;
  }
  return null;
}
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();

/**
 * Checks a whole document by its collection's schema and gives its data as it is stored (texts cleaned, recency from updatedAt).
 * Throws CallError: the schema's code, DOCUMENT_INVALID otherwise, with the field.
 */
export function checkedData(
  collection: KindName,
  doc: { id: string; space: string; rev: string; data: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  const updatedAt = doc.data['updatedAt'];
  const whole = {
    ...doc.data,
    recency: typeof updatedAt === 'number' ? 0 - updatedAt : 0,
    id: doc.id,
    space: doc.space,
    rev: doc.rev,
    abilities: [],
  };
  const result = v.safeParse(KINDS[collection].schema, whole, { abortEarly: true });
  if (!result.success) {
    const issue = result.issues[0];
    throw invalid(
      isErrorCode(issue.message) ? issue.message : 'DOCUMENT_INVALID',
      v.getDotPath(issue) ?? '',
      issue.message,
    );
  }
  const {
    id: _id,
    space: _space,
    rev: _rev,
    abilities: _abilities,
    ...data
  } = result.output as Record<string, unknown>;
  for (const [field, value] of Object.entries(data)) {
    if (value === undefined) delete data[field];
    else {
      const why = unstorable(field) ?? unstorable(value);
      if (why) throw invalid('DOCUMENT_INVALID', field, why);
    }
  }
  const yjs = yjsField(collection);
  const { dataMax, tooLarge } = KINDS[collection];
  if (JSON.stringify(yjs ? { ...data, [yjs]: '' } : data).length > dataMax)
    throw invalid(isErrorCode(tooLarge) ? tooLarge : 'DOCUMENT_INVALID', '', 'larger than a document may be');
  return data;
}

export const invalid = (code: ErrorCode, field: string, message: string): CallError =>
  new CallError(code, {
    message: `${field || 'document'}: ${message}`,
    ...(field ? { fieldErrors: { [field]: code } } : {}),
  });
