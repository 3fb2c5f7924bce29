/** LivePages of a company, for its administrators. */
import { sql } from 'kysely';
import { CallError } from '../../../sync/protocol/errors';
import type { PageRequest } from '../../../sync/protocol/paging';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditRecorder } from '../../shared/audit';
import { spans } from '../dashboard/spans';
import type { LivePageRange, LivePageRow } from './contract';
import '../../shared/identity-tables';
import '../page-views/tables';
import './tables';

const PARTS = { days: 30, weeks: 12, months: 6 } as const satisfies Record<LivePageRange, number>;

export class LivePages {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction'>,
    private readonly audit: AuditRecorder,
  ) {}

  async count(companyId: string): Promise<{ total: number; visible: number; views: number }> {
    const found = await sql<{ total: number; visible: number; views: number }>`
      select count(*)::int as total, count(*) filter (where visible)::int as visible,
        (select coalesce(sum(views), 0)::int from page_view where company_id = ${companyId} and kind = 'livepage') as views
      from live_page where company_id = ${companyId}`.execute(this.platform.db);
    return found.rows[0]!;
  }

  async trend(
    companyId: string,
    range: LivePageRange,
    timeZone: string,
  ): Promise<{ from: number; livePageCount: number }[]> {
    const edges = spans(range, PARTS[range], this.platform.clock.now(), timeZone);
    const found = await sql<{ span: number; n: number }>`
      select width_bucket(created_at, ${edges}::bigint[]) - 1 as span, count(*)::int as n from live_page
      where company_id = ${companyId} and created_at >= ${edges[0]!}::bigint and created_at < ${edges.at(-1)!}::bigint group by 1`.execute(
      this.platform.db,
    );
    const counts = new Map(found.rows.map(({ span, n }) => [span, n]));
    return edges.slice(0, -1).map((from, span) => ({ from, livePageCount: counts.get(span) ?? 0 }));
  }

  async page(
    companyId: string,
    keyword: string,
    page: PageRequest,
  ): Promise<{ list: LivePageRow[]; total: number; currentPage: number; pageSize: number }> {
    const { db } = this.platform;
    const part = keyword
      .normalize('NFC')
      .trim()
      .replace(/[\\%_]/g, (sign) => `\\${sign}`);
    const matching = db
      .selectFrom('live_page as p')
      .where('p.company_id', '=', companyId)
      .$if(part !== '', (q) => q.where('p.title', 'ilike', `%${part}%`));
    const rows = await matching
      .leftJoin('user_company as m', (join) =>
        join.onRef('m.company_id', '=', 'p.company_id').onRef('m.user_id', '=', 'p.creator_id'),
      )
      .select((e) => [
        'p.id',
        'p.title',
        'p.visible',
        'p.created_at',
        'm.name as creator',
        e
          .selectFrom('page_view as v')
          .select(({ fn }) => fn.sum<number | null>('v.views').as('n'))
          .whereRef('v.company_id', '=', 'p.company_id')
          .where('v.kind', '=', 'livepage')
          .whereRef('v.subject_id', '=', 'p.id')
          .as('views'),
      ])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id')
      .limit(page.pageSize)
      .offset((page.currentPage - 1) * page.pageSize)
      .execute();
    const { n } = await matching.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    return {
      list: rows.map((row) => ({
        id: row.id,
        title: row.title,
        creator: row.creator ?? '',
        visible: row.visible,
        views: Number(row.views ?? 0),
        createdAt: row.created_at,
      })),
      total: Number(n),
      ...page,
    };
  }

  /** Throws LIVEPAGE_NOT_FOUND. */
  async setVisible(actor: Actor, request: RequestInfo, id: string, visible: boolean): Promise<void> {
    const { db } = this.platform;
    await this.platform.transaction(async () => {
      const before = await db
        .selectFrom('live_page')
        .select(['title', 'visible'])
        .where('company_id', '=', actor.companyId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw new CallError('LIVEPAGE_NOT_FOUND');
      if (before.visible === visible) return;
      await db
        .updateTable('live_page')
        .set({ visible })
        .where('company_id', '=', actor.companyId)
        .where('id', '=', id)
        .execute();
      await this.audit.record(
        actor.companyId,
        actor,
        request,
        'livePage.visible',
        { kind: 'livePage', id, name: before.title },
        { visible: [before.visible, visible] },
      );
    });
  }
}
