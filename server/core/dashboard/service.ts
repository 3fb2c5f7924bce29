/**
 * Counts for the overview of the console: stored documents by kind and creation time, and people by the hours in which
 * they used a session. A kind that no feature creates yet counts as zero.
 */
import { sql, type RawBuilder } from 'kysely';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { DashboardData, DashboardRange, DashboardStats } from './contract';
import { spansOf } from './spans';
import '../livepages/tables';
import '../../sync/tables';
import '../../shared/identity-tables';
import '../../usage/tables';

/** counts of replicated documents */
type Counted = Exclude<keyof DashboardStats, 'activeUserCount' | 'livePageCount' | 'webSearchCount'>;

/** The collection to count; for threads also their kind. */
const COLLECTION_OF: Record<Counted, { collection: 'projects' | 'threads'; kind: string }> = {
  projectCount: { collection: 'projects', kind: '' },
  chatCount: { collection: 'threads', kind: 'chat' },
  deepResearchCount: { collection: 'threads', kind: 'research' },
};
/** The code of the service whose uses are web searches (organization 3). */
const WEB_SEARCH = 'websearch.call';
const COUNTED = Object.keys(COLLECTION_OF) as Counted[];

export interface DashboardQuestion {
  companyId: string;
  range: DashboardRange;
  departmentId?: string | undefined;
  timeZone: string;
}

export class Dashboard {
  constructor(private readonly platform: Pick<Platform, 'db' | 'clock'>) {}

  /** Throws DEPARTMENT_NOT_FOUND. */
  async data({ companyId, range, departmentId, timeZone }: DashboardQuestion): Promise<DashboardData> {
    const people = departmentId === undefined ? null : await this.peopleOf(companyId, departmentId);
    const edges = spansOf(range, this.platform.clock.now(), timeZone);
    const [made, all, active, members, pages, searches] = await Promise.all([
      this.made(companyId, edges, people),
      this.inAll(companyId, people),
      this.active(companyId, edges, people),
      this.members(companyId, people),
      this.livePages(companyId, edges, people),
      this.webSearches(companyId, edges, people),
    ]);
    const trend = edges.slice(0, -1).map((from, span) => ({
      from,
      ...statsOf((key) => made.get(`${key} ${span}`) ?? 0),
      activeUserCount: active.bySpan[span]!,
      livePageCount: pages.bySpan[span]!,
      webSearchCount: searches.bySpan[span]!,
    }));
    return {
      range,
      departmentId: departmentId ?? '',
      timeZone,
      trend,
      stats: {
        ...statsOf((key) => trend.reduce((sum, part) => sum + part[key], 0)),
        activeUserCount: active.inRange,
        livePageCount: total(pages.bySpan),
        webSearchCount: total(searches.bySpan),
      },
      totals: {
        ...statsOf((key) => all.get(key) ?? 0),
        activeUserCount: members,
        livePageCount: pages.total,
        webSearchCount: searches.total,
      },
    };
  }

  /** The members of a department and of its descendants. */
  private async peopleOf(companyId: string, departmentId: string): Promise<string[]> {
    const found = await sql<{ id: string; user_id: string | null }>`
      with recursive below as (
        select id from departments where company_id = ${companyId} and id = ${departmentId}
        union select d.id from departments d join below b on d.parent_id = b.id where d.company_id = ${companyId}
      )
      select distinct b.id, m.user_id from below b left join user_department m on m.company_id = ${companyId}
        and m.department_id = b.id`.execute(this.platform.db);
    if (found.rows.length === 0) throw new CallError('DEPARTMENT_NOT_FOUND');
    return [...new Set(found.rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id])))];
  }

  /** Documents created in each period, as `<key> <span>`. Each count is a range scan of the index doc_by_creation. */
  private async made(
    companyId: string,
    edges: readonly number[],
    people: readonly string[] | null,
  ): Promise<Map<string, number>> {
    const found = await sql<{ key: string; span: number; n: number }>`
      select k.key, s.span, (
        select count(*)::int from doc d where ${isOf(companyId, people)}
          and d.data -> 'createdAt' >= to_jsonb(s.lo) and d.data -> 'createdAt' < to_jsonb(s.hi)
      ) as n
      from ${kinds()} cross join (
        select (n - 1)::int as span, lo, hi from unnest(${edges.slice(0, -1)}::bigint[],
          ${edges.slice(1)}::bigint[]) with ordinality as u(lo, hi, n)
      ) s`.execute(this.platform.db);
    return new Map(found.rows.map(({ key, span, n }) => [`${key} ${span}`, n]));
  }

  private async inAll(companyId: string, people: readonly string[] | null): Promise<Map<string, number>> {
    const found = await sql<{ key: string; n: number }>`
      select k.key, (select count(*)::int from doc d where ${isOf(companyId, people)}) as n from ${kinds()}`.execute(
      this.platform.db,
    );
    return new Map(found.rows.map(({ key, n }) => [key, n]));
  }

  /** People who used a session: each counts once per period and once in total. */
  private async active(
    companyId: string,
    edges: readonly number[],
    people: readonly string[] | null,
  ): Promise<{ bySpan: number[]; inRange: number }> {
    const them = people === null ? sql`true` : sql`user_id = any(${people}::text[])`;
    const found = await sql<{ span: number | null; n: number }>`
      select span, count(distinct user_id)::int as n
      from (select width_bucket(at, ${edges}::bigint[]) - 1 as span, user_id from user_activity
            where company_id = ${companyId} and at >= ${edges[0]!}::bigint and at < ${edges.at(-1)!}::bigint and ${them}) a
      group by grouping sets ((span), ())`.execute(this.platform.db);
    const bySpan = edges.slice(1).map(() => 0);
    let inRange = 0;
    for (const { span, n } of found.rows)
      if (span === null) inRange = n;
      else bySpan[span] = n;
    return { bySpan, inRange };
  }

  private livePages(
    companyId: string,
    edges: readonly number[],
    people: readonly string[] | null,
  ): Promise<{ bySpan: number[]; total: number }> {
    return this.rows(
      sql`live_page where company_id = ${companyId} and ${people === null ? sql`true` : sql`creator_id = any(${people}::text[])`}`,
      edges,
    );
  }

  private async webSearches(
    companyId: string,
    edges: readonly number[],
    people: readonly string[] | null,
  ): Promise<{ bySpan: number[]; total: number }> {
    const isCounted = sql`company_id = ${companyId} and service = ${WEB_SEARCH}
      and ${people === null ? sql`true` : sql`user_id = any(${people}::text[])`}`;
    const [uses, past] = await Promise.all([
      this.rows(sql`service_use where ${isCounted}`, edges),
      sql<{ n: number }>`select coalesce(sum(uses), 0)::int as n from service_use_past where ${isCounted}`.execute(
        this.platform.db,
      ),
    ]);
    return { ...uses, total: uses.total + past.rows[0]!.n };
  }

  /** Rows of a table with `created_at`, by period and in total. */
  private async rows(
    from: RawBuilder<unknown>,
    edges: readonly number[],
  ): Promise<{ bySpan: number[]; total: number }> {
    const found = await sql<{ span: number; n: number }>`
      select width_bucket(created_at, ${edges}::bigint[]) - 1 as span, count(*)::int as n from ${from} group by 1`.execute(
      this.platform.db,
    );
    const counts = new Map(found.rows.map(({ span, n }) => [span, n]));
    return {
      bySpan: edges.slice(1).map((_, span) => counts.get(span) ?? 0),
      total: found.rows.reduce((sum, { n }) => sum + n, 0),
    };
  }

  private async members(companyId: string, people: readonly string[] | null): Promise<number> {
    let query = this.platform.db
      .selectFrom('user_company')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('company_id', '=', companyId)
      .where('status', '=', 'active')
      .where('enabled', '=', true);
    if (people !== null) query = query.where('user_id', '=', sql<string>`any(${people}::text[])`);
    return Number((await query.executeTakeFirstOrThrow()).n);
  }
}

const total = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);

const statsOf = (of: (key: Counted) => number): Record<Counted, number> =>
  Object.fromEntries(COUNTED.map((key) => [key, of(key)])) as Record<Counted, number>;

const kinds = (): RawBuilder<unknown> =>
  sql`(values ${sql.join(
    COUNTED.map((key) => {
      const { collection, kind } = COLLECTION_OF[key];
      return sql`(${key}::text, ${collection}::text, ${kind}::text)`;
    }),
  )}) as k(key, collection, kind)`;

/**
 * The live documents of a kind `k`, of everybody or of the given people. The conditions on the collection match those
 * of the partial index.
 */
const isOf = (companyId: string, people: readonly string[] | null): RawBuilder<unknown> => sql`
  d.company_id = ${companyId} and d.collection in ('projects', 'threads') and not d.deleted
    and d.collection = k.collection and coalesce(d.data ->> 'kind', '') = k.kind
  ${people === null ? sql`` : sql`and coalesce(d.refs ->> 'creatorId', d.refs ->> 'ownerId') = any(${people}::text[])`}`;
