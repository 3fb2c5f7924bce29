/**
 * The daily retention of each company.
 *
 *   first run ─► mark: the company's clock ──20 h──► deletes documents last changed before the limit that reached the server
 *                  ▲                                   before the mark ─► receipt, audit ─► new mark
 *                  └───────────────────────────────────────────────────────────────┘
 *
 * So nothing is deleted within 20 hours of its arrival, however old the device's timestamp is, and nothing before
 * `retention_from`.
 */
import { sql } from 'kysely';
import { newId, spaceOf } from '../../../sync/model/ids';
import { notify } from '../../shared/notify';
import {
  ERASED_AFTER_MS,
  RETENTION_BATCH,
  type DocumentCount,
  type DocumentExpiry,
  type Expired,
  type RetentionCounts,
} from '../../shared/retention';
import type { SyncStore, SyncTransaction } from '../../sync/store';
import type { Platform } from '../../platform/context';
import type { AuditDetails, AuditTrail } from '../audit/audit';
import type { RetentionPreview, RetentionReceipt } from './contract';
import { RETENTION_GRACE_MS } from './policy';

export const RETENTION_JOB = 'retention';
/** daily, before the purge of uploads */
export const RETENTION_CRON = '37 2 * * *';

const DAY = 24 * 60 * 60 * 1000;
/** Minimum age of a mark; less than a day, as jobs do not run to the minute. */
const MARK_MS = 20 * 60 * 60 * 1000;
const RECEIPTS_SHOWN = 20;

const NOTHING: RetentionCounts = { notes: 0, meetings: 0, recordings: 0, files: 0, chats: 0, bytes: 0 };
type OfCreator = Pick<RetentionCounts, DocumentCount>;

export class Retention {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'log'>,
    private readonly parts: { store: SyncStore; audit: AuditTrail; expiry: DocumentExpiry },
  ) {}

  /**
   * Number of documents that a shorter retention would delete if it began now, and the time at which it would begin.
   */
  async preview(companyId: string, days: number): Promise<RetentionPreview> {
    const now = this.platform.clock.now();
    const found = await this.parts.expiry.find(companyId, { before: now - days * DAY });
    return {
      ...(await this.parts.expiry.count(companyId, found)),
      from: now + RETENTION_GRACE_MS,
      before: now - days * DAY,
    };
  }

  /** The last receipts, the newest first. */
  async receipts(companyId: string): Promise<RetentionReceipt[]> {
    const rows = await this.platform.db
      .selectFrom('retention_receipt')
      .selectAll()
      .where('company_id', '=', companyId)
      .orderBy('id', 'desc')
      .limit(RECEIPTS_SHOWN)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      before: row.before_at,
      ...{ ...NOTHING, ...(JSON.parse(row.counts) as Partial<RetentionCounts>) },
    }));
  }

  /** The daily job. Continues with the next company when one fails, and throws the last failure at the end. */
  async run(signal?: AbortSignal): Promise<void> {
    const companies = await this.platform.db
      .selectFrom('companies')
      .select('id')
      .where('retention_days', 'is not', null)
      .execute();
    const erasing = await this.platform.db.selectFrom('retention_deleted').select('company_id').distinct().execute();
    let failure: unknown = null;
    for (const companyId of new Set([...companies.map((c) => c.id), ...erasing.map((c) => c.company_id)])) {
      if (signal?.aborted) return;
      try {
        await this.ofCompany(companyId, signal);
        await this.parts.expiry.erase(companyId, this.platform.clock.now() - ERASED_AFTER_MS);
      } catch (error) {
        this.platform.log.error({ err: error, companyId }, 'retention failed; the next run continues it');
        failure = error;
      }
    }
    if (failure) throw failure;
  }

  private async ofCompany(companyId: string, signal?: AbortSignal): Promise<void> {
    const { db, clock } = this.platform;
    const now = clock.now();
    const company = await db
      .selectFrom('companies')
      .select(['name', 'retention_days', 'retention_from', 'retention_mark_seq', 'retention_mark_at'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    const {
      retention_days: days,
      retention_from: from,
      retention_mark_seq: seq,
      retention_mark_at: markedAt,
    } = company;
    if (days === null || (markedAt !== null && markedAt > now - MARK_MS)) return;
    const { rows } = await sql<{ seq: number }>`select seq from company_clock where company_id = ${companyId}`.execute(
      db,
    );
    if (seq !== null && (from === null || from <= now))
      await this.remove({ id: companyId, name: company.name, days }, { before: now - days * DAY, seq }, signal);
    if (!signal?.aborted)
      await db
        .updateTable('companies')
        .set({ retention_mark_seq: rows[0]?.seq ?? 0, retention_mark_at: now })
        .where('id', '=', companyId)
        .execute();
  }

  private async remove(
    company: { id: string; name: string; days: number },
    limit: { before: number; seq: number },
    signal?: AbortSignal,
  ): Promise<void> {
    const { db, clock, log } = this.platform;
    await this.parts.store.write(company.id, (tx) => this.parts.expiry.endTrash(tx, limit.before, clock.now()));
    const found = await this.parts.expiry.find(company.id, limit);
    const receiptId = newId(clock.now());
    const total: RetentionCounts = { ...NOTHING };
    const ofCreators = new Map<string, OfCreator>();
    for (let at = 0; at < found.length && !signal?.aborted; at += RETENTION_BATCH) {
      await this.parts.store.write(company.id, async (tx) => {
        const now = clock.now();
        const removed = await this.parts.expiry.remove(tx, found.slice(at, at + RETENTION_BATCH), limit, now);
        if (removed.length === 0) return;
        const counts = await this.parts.expiry.count(company.id, removed);
        for (const kind of Object.keys(total) as (keyof RetentionCounts)[]) total[kind] += counts[kind];
        await db
          .insertInto('retention_receipt')
          .values({
            company_id: company.id,
            id: receiptId,
            at: now,
            before_at: limit.before,
            counts: JSON.stringify(total),
          })
          .onConflict((c) => c.columns(['company_id', 'id']).doUpdateSet({ at: now, counts: JSON.stringify(total) }))
          .execute();
        await this.notifyCreators(tx, { removed, receiptId, days: company.days }, ofCreators);
        const details: AuditDetails = Object.fromEntries(Object.entries(counts).map(([kind, n]) => [kind, [null, n]]));
        await this.parts.audit.record(
          company.id,
          null,
          null,
          'retention.deleted',
          { kind: 'company', id: company.id, name: company.name },
          { before: [null, new Date(limit.before).toISOString().slice(0, 10)], ...details },
        );
      });
    }
    if (total.notes + total.meetings + total.files + total.chats > 0)
      log.info({ companyId: company.id, ...total }, 'retention deleted expired documents');
  }

  /**
   * Notifies the creators of deleted documents: one notification for each person and run, whose counts grow with its
   * batches. Call inside the deleting transaction. `sums`: counts of earlier batches.
   */
  private async notifyCreators(
    tx: SyncTransaction,
    { removed, receiptId, days }: { removed: readonly Expired[]; receiptId: string; days: number },
    sums: Map<string, OfCreator>,
  ): Promise<void> {
    const notifications = await tx.list('notifications', { where: { subjectId: receiptId, kind: 'retentionDeleted' } });
    for (const userId of new Set(removed.map((each) => each.creatorId))) {
      const sum = sums.get(userId) ?? { notes: 0, meetings: 0, files: 0, chats: 0 };
      for (const each of removed) {
        const count = each.creatorId === userId ? this.parts.expiry.countOf(each) : null;
        if (count) sum[count] += 1;
      }
      sums.set(userId, sum);
      const params = { ...sum, days };
      const before = notifications.find((each) => each.space === spaceOf('person', userId));
      if (before) await tx.put('notifications', before.id, { params });
      else await notify(tx, { userId, kind: 'retentionDeleted', params, link: '', subjectId: receiptId });
    }
  }
}
