/**
 * The review of handed-over changes: their reader keeps or discards them, or they expire.
 *
 *   waiting ─ kept, discarded, 30 days ─► resolved: content deleted, counts stay
 *
 * A person reviews the content, and their own device applies it with their own permissions. The reader is the member
 * whose device it was; after they have left the company, their heir.
 */
import { buffer } from 'node:stream/consumers';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../platform/database/tables';
import { CallError } from '../../../sync/protocol/errors';
import type { Handover, HandoverItem } from '../../../sync/protocol/handover';
import type { Actor, Platform } from '../../platform/context';
import { HANDOVER_MS } from '../identity/lifetimes';
import { blobKey } from './blob-key';
import './tables';

export const HANDOVER_JOB = 'handover-clean-up';
export const HANDOVER_CRON = '41 3 * * *';
/** milliseconds of silence of the device after which a handover counts as complete */
export const SILENT_MS = 24 * 60 * 60_000;
/** maximum number of items named to the reader; further ones are counted */
const NAMED = 50;
/** maximum bytes and items of a page */
const PAGE_BYTES = 4 * 1024 * 1024;
const PAGE_ITEMS = 100;
const EXPIRED_AT_ONCE = 200;

type HandoverRow = { id: string; user_id: string };

export class HandoverReview {
  constructor(private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'blobs' | 'log'>) {}

  /** Handovers for this person's review, the newest first. */
  async list(actor: Actor): Promise<Handover[]> {
    const rows = await this.readable(actor)
      .selectAll('h')
      .select(
        sql<boolean>`exists (select 1 from departure d
          where d.company_id = h.company_id and d.user_id = h.user_id and d.left_at = h.revoked_at)`.as('removal'),
      )
      .where('h.things', '>', 0)
      .orderBy('h.created_at', 'desc')
      .limit(100)
      .execute();
    return Promise.all(
      rows.map(async (row): Promise<Handover> => ({
        id: row.id,
        deviceName: row.device_name,
        from: row.user_id === actor.userId ? null : { userId: row.user_id, name: await this.nameOf(row.user_id) },
        revokedAt: row.revoked_at,
        isRemoval: row.removal,
        handedOverAt: row.finished_at ?? row.updated_at,
        expiresAt: row.created_at + HANDOVER_MS,
        count: row.things,
        leftOut: row.left_out,
        things: await this.thingsOf(row.id),
      })),
    );
  }

  /** Throws HANDOVER_NOT_FOUND for a handover that this person may not read, as for a missing one. */
  async read(
    actor: Actor,
    { id, from }: { id: string; from: number },
  ): Promise<{ of: string | null; items: HandoverItem[]; next: number | null }> {
    const row = await this.one(actor, id);
    const sizes = await this.platform.db
      .selectFrom('handover_item')
      .select(['id', 'bytes'])
      .where('handover_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .offset(from)
      .limit(PAGE_ITEMS + 1)
      .execute();
    let bytes = 0;
    const page = sizes.slice(0, PAGE_ITEMS).filter((item, i) => (bytes += item.bytes) <= PAGE_BYTES || i === 0);
    const found =
      page.length === 0
        ? []
        : await this.platform.db
            .selectFrom('handover_item')
            .select(['payload'])
            .where('handover_id', '=', id)
            .where(
              'id',
              'in',
              page.map((item) => item.id),
            )
            .orderBy('position')
            .orderBy('id')
            .execute();
    return {
      of: row.user_id === actor.userId ? null : row.user_id,
      items: found.map(({ payload }) => JSON.parse(payload) as HandoverItem),
      next: sizes.length > page.length ? from + page.length : null,
    };
  }

  /** Returns base64. Throws HANDOVER_NOT_FOUND. */
  async readAudio(
    actor: Actor,
    { id, recordingId, offset }: { id: string; recordingId: string; offset: number },
  ): Promise<string> {
    await this.one(actor, id);
    const part = await this.platform.db
      .selectFrom('handover_audio')
      .select('bytes')
      .where('handover_id', '=', id)
      .where('recording_id', '=', recordingId)
      .where('at', '=', offset)
      .executeTakeFirst();
    if (!part) throw new CallError('HANDOVER_NOT_FOUND');
    return (await buffer(await this.platform.blobs.get(blobKey(id, recordingId, offset)))).toString('base64');
  }

  /** Throws HANDOVER_NOT_FOUND for a handover that this person may not read. No-op for a resolved one. */
  async resolve(actor: Actor, id: string, outcome: 'kept' | 'discarded'): Promise<void> {
    const row = await this.readable(actor, { resolvedToo: true })
      .select(['h.id', 'h.resolved_at'])
      .where('h.id', '=', id)
      .executeTakeFirst();
    if (!row) throw new CallError('HANDOVER_NOT_FOUND');
    if (row.resolved_at === null) await this.close([id], outcome);
  }

  /**
   * Assigns the reader of later handovers of a removed member's devices, and of those the member had inherited; call
   * inside the transaction that removes the member. A withdrawn invitation has none: the person never had documents of
   * the company.
   */
  async memberLeft(
    companyId: string,
    { userId, wasActive }: { userId: string; wasActive: boolean },
    heirId: string,
  ): Promise<object> {
    const { db, clock } = this.platform;
    const row = { company_id: companyId, user_id: userId, heir_id: heirId, left_at: clock.now() };
    await db
      .updateTable('departure')
      .set({ heir_id: heirId })
      .where('company_id', '=', companyId)
      .where('heir_id', '=', userId)
      .execute();
    if (wasActive)
      await db
        .insertInto('departure')
        .values(row)
        .onConflict((c) =>
          c.columns(['company_id', 'user_id']).doUpdateSet({ heir_id: row.heir_id, left_at: row.left_at }),
        )
        .execute();
    return {};
  }

  /**
   * Discards handovers that were not reviewed within thirty days, retries failed deletions of blobs, and deletes old
   * counts.
   */
  async cleanUp(): Promise<void> {
    const { db, clock } = this.platform;
    const before = clock.now() - HANDOVER_MS;
    const expired = await db
      .selectFrom('handover')
      .select('id')
      .where('resolved_at', 'is', null)
      .where('created_at', '<', before)
      .limit(EXPIRED_AT_ONCE)
      .execute();
    await this.close(
      expired.map(({ id }) => id),
      'expired',
    );
    const left = await db
      .selectFrom('handover_audio as a')
      .innerJoin('handover as h', 'h.id', 'a.handover_id')
      .select('h.id')
      .distinct()
      .where('h.resolved_at', 'is not', null)
      .limit(EXPIRED_AT_ONCE)
      .execute();
    for (const { id } of left) await this.dropAudio(id);
    await db
      .deleteFrom('handover')
      .where('resolved_at', '<', before)
      .where((e) =>
        e.not(e.exists(e.selectFrom('handover_audio').select('at').whereRef('handover_id', '=', 'handover.id'))),
      )
      .execute();
  }

  /** Selects the handovers of the actor's company that the actor may review. */
  private readable(
    actor: Actor,
    { resolvedToo = false } = {},
  ): SelectQueryBuilder<Tables & { h: Tables['handover'] }, 'h', object> {
    return this.platform.db
      .selectFrom('handover as h')
      .where('h.company_id', '=', actor.companyId)
      .$if(!resolvedToo, (q) => q.where('h.resolved_at', 'is', null))
      .where((e) =>
        e.or([e('h.finished_at', 'is not', null), e('h.updated_at', '<', this.platform.clock.now() - SILENT_MS)]),
      )
      .where((e) =>
        e.or([
          e('h.user_id', '=', actor.userId),
          e.and([
            e.exists(
              e
                .selectFrom('departure as d')
                .select('d.user_id')
                .whereRef('d.company_id', '=', 'h.company_id')
                .whereRef('d.user_id', '=', 'h.user_id')
                .where('d.heir_id', '=', actor.userId),
            ),
            e.not(
              e.exists(
                e
                  .selectFrom('user_company as m')
                  .select('m.user_id')
                  .whereRef('m.company_id', '=', 'h.company_id')
                  .whereRef('m.user_id', '=', 'h.user_id')
                  .where('m.status', '=', 'active'),
              ),
            ),
          ]),
        ]),
      ) as never;
  }

  private async one(actor: Actor, id: string): Promise<HandoverRow> {
    const row = await this.readable(actor).select(['h.id', 'h.user_id']).where('h.id', '=', id).executeTakeFirst();
    if (!row) throw new CallError('HANDOVER_NOT_FOUND');
    return row;
  }

  private async thingsOf(id: string): Promise<Handover['things']> {
    const rows = await this.platform.db
      .selectFrom('handover_item')
      .where('handover_id', '=', id)
      .groupBy('about')
      .select(['about', sql<string>`max(title)`.as('title'), sql<boolean>`bool_or(kind = 'recording')`.as('recording')])
      .orderBy('about')
      .limit(NAMED)
      .execute();
    return rows.map(({ about, title, recording }) => ({ about, title, hasRecording: recording }));
  }

  private async nameOf(userId: string): Promise<string> {
    return (
      (await this.platform.db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst())?.name ??
      ''
    );
  }

  /** Deletes the content and keeps the counts. */
  private async close(ids: string[], outcome: 'kept' | 'discarded' | 'expired'): Promise<void> {
    if (ids.length === 0) return;
    await this.platform.transaction(async () => {
      const { db, clock } = this.platform;
      await db
        .updateTable('handover')
        .set({ resolved_at: clock.now(), outcome })
        .where('id', 'in', ids)
        .where('resolved_at', 'is', null)
        .execute();
      await db.deleteFrom('handover_item').where('handover_id', 'in', ids).execute();
    });
    for (const id of ids) await this.dropAudio(id);
  }

  /** Deletes blobs before their rows: the job retries a deletion that failed. */
  private async dropAudio(id: string): Promise<void> {
    const { db, blobs, log } = this.platform;
    for (const { recording_id: recordingId, at } of await db
      .selectFrom('handover_audio')
      .select(['recording_id', 'at'])
      .where('handover_id', '=', id)
      .execute()) {
      try {
        await blobs.delete(blobKey(id, recordingId, at));
        await db
          .deleteFrom('handover_audio')
          .where('handover_id', '=', id)
          .where('recording_id', '=', recordingId)
          .where('at', '=', at)
          .execute();
      } catch (error) {
        log.warn({ err: error, handoverId: id }, 'audio of a resolved handover could not be deleted yet');
        return;
      }
    }
  }
}
