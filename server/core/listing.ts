/** Lists of documents that a person may see, newest first, each in one SQL statement. */
import { sql, type RawBuilder } from 'kysely';
import type { Role } from '../../sync/model/kind';
import { KINDS, type KindName, type Doc } from '../../sync/model/kinds';
import type { Actor, Platform } from '../platform/context';
import type { PageRequest } from '../../sync/protocol/paging';
import '../sync/tables';

export interface Listed<N extends KindName> {
  list: Doc<N>[];
  total: number;
  currentPage: number;
  pageSize: number;
}

export interface Filter {
  /** fields that equal exactly this value */
  where?: Record<string, string | boolean>;
  /** substring of the title */
  titleLike?: string;
  /** only in this space */
  space?: string;
  /** further conditions on `d` (the document) and `a` (the person's access to its space) */
  and?: RawBuilder<unknown>[];
  /** sort field, newest first; default `updatedAt`. `id` sorts by id, which encodes the creation time. */
  newestBy?: 'updatedAt' | 'createdAt' | 'id';
  /** by position instead, first ones first */
  byPosition?: true;
}

interface Row {
  id: string;
  space_id: string;
  rev: string;
  data: Record<string, unknown>;
  role: Role;
  total: number;
}

/** Escapes `%`, `_` and `\`, which LIKE would interpret. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`);

/** One page of a collection's documents in spaces the actor sees, with abilities. */
export async function listVisible<N extends KindName>(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  collection: N,
  page: PageRequest,
  filter: Filter = {},
): Promise<Listed<N>> {
  const conditions: RawBuilder<unknown>[] = [sql`true`, ...(filter.and ?? [])];
  if (filter.space) conditions.push(sql`d.space_id = ${filter.space}`);
  for (const [field, value] of Object.entries(filter.where ?? {})) {
    // Fields that hold an id are in the index of references.
    const isRef = field.endsWith('Id') && value !== '';
    conditions.push(
      isRef
        ? sql`d.refs @> ${JSON.stringify({ [field]: value })}::jsonb`
        : sql`d.data ->> ${field}::text = ${String(value)}::text`,
    );
  }
  const like = filter.titleLike?.normalize('NFC').trim();
  if (like) conditions.push(sql`d.data ->> 'title' ilike ${`%${literal(like)}%`}`);
  const newest =
    filter.newestBy === 'id' ? sql`d.id` : sql`(d.data ->> ${filter.newestBy ?? 'updatedAt'}::text)::numeric`;
  const order = filter.byPosition ? sql`(d.data ->> 'position')::numeric, d.id` : sql`${newest} desc, d.id desc`;
  const matching = sql`
    from doc d join sync_access(${actor.companyId}, ${actor.userId}) a on a.space_id = d.space_id and a.visible
    where d.company_id = ${actor.companyId} and d.collection = ${collection} and not d.deleted and ${sql.join(
      conditions,
      sql` and `,
    )}`;
  const found = await sql<Row>`
    select d.id, d.space_id, d.rev, d.data, a.role, (count(*) over ())::int as total ${matching}
    order by ${order} limit ${page.pageSize} offset ${(page.currentPage - 1) * page.pageSize}`.execute(platform.db);
  // A page behind the last one has no row that could carry the total, so it is counted separately.
  const total =
    found.rows[0]?.total ??
    (page.currentPage === 1
      ? 0
      : (await sql<{ n: number }>`select count(*)::int as n ${matching}`.execute(platform.db)).rows[0]!.n);
  return {
    list: found.rows.map((row) => docOf(collection, row, actor)),
    total,
    currentPage: page.currentPage,
    pageSize: page.pageSize,
  };
}

function docOf<N extends KindName>(collection: N, row: Row, actor: Actor): Doc<N> {
  const doc = { ...row.data, id: row.id, space: row.space_id, rev: row.rev };
  return { ...doc, abilities: KINDS[collection].abilities(doc, row.role, actor) } as unknown as Doc<N>;
}

/** The visible document whose list `field` contains an element with this id; null if there is none. */
export async function visibleByElement<N extends KindName>(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  collection: N,
  field: string,
  id: string,
): Promise<Doc<N> | null> {
  const found = await listVisible(
    platform,
    actor,
    collection,
    { currentPage: 1, pageSize: 1 },
    { and: [sql`d.data -> ${field}::text @> ${JSON.stringify([{ id }])}::jsonb`] },
  );
  return found.list[0] ?? null;
}
