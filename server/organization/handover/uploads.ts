/**
 * Devices hand over their unsent changes (sync/protocol/handover.ts).
 *
 *   device ─ items, audio ─► open ─ finish ─► waiting ─► review (review.ts)
 *                             └──────── a day of silence ───────────┘
 *
 * The device's session was revoked (its refresh token is the credential), or the session continues and its person was
 * removed from this company. The server never interprets the content.
 */
import { sql } from 'kysely';
import { newId } from '../../../sync/model/ids';
import { KIND_NAMES } from '../../../sync/model/kinds';
import { clean, truncate } from '../../../sync/model/text';
import { CallError } from '../../../sync/protocol/errors';
import { HANDOVER, type HandoverItem } from '../../../sync/protocol/handover';
import { notify } from '../../shared/notify';
import type { SyncStore } from '../../sync/store';
import type { Actor, Platform } from '../../platform/context';
import { HANDOVER_MS } from '../identity/lifetimes';
import type { HandingOver, SessionStore } from '../identity/session-store';
import { blobKey } from './blob-key';
import { SILENT_MS } from './review';
import './tables';

/** address of the review */
const REVIEW = '/settings?section=devices';
const TITLE_MAX = 120;
const NOTIFIED_AT_ONCE = 200;

/** The active session of a former member of a company. `userId`: the owner of the changes, according to the device. */
interface LeaverCredential {
  actor: Pick<Actor, 'sessionId'>;
  userId: string;
}
/** Credential of a handover: the refresh token of a revoked session, or an active session. */
type Credential = { token: string | undefined } | LeaverCredential;
/** `revokedAt`: end of the session or of the membership */
type Sender = Pick<HandingOver, 'id' | 'userId' | 'deviceName' | 'revokedAt'>;

export class HandoverUploads {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'blobs' | 'log'>,
    private readonly sessions: SessionStore,
    private readonly store: SyncStore,
  ) {}

  /** Check before a large body is read. Throws HANDOVER_CLOSED for a token that may not hand over. */
  async admit(token: string | undefined): Promise<void> {
    await this.handingOver(token);
  }

  /** Throws HANDOVER_CLOSED for a credential that may not hand over; HANDOVER_TOO_LARGE, with nothing written. */
  async addItems(
    credential: Credential,
    { companyId, items }: { companyId: string; items: HandoverItem[] },
  ): Promise<void> {
    await this.platform.transaction(async () => {
      const { db } = this.platform;
      const id = await this.openFor(credential, companyId);
      const rows = items
        .map((item) => ({ item, payload: JSON.stringify(item) }))
        .map(({ item, payload }) => ({
          handover_id: id,
          id: item.id,
          position: positionOf(item),
          kind: item.kind,
          about: item.about,
          title: truncate(clean(item.title), TITLE_MAX),
          payload,
          bytes: Buffer.byteLength(payload),
        }));
      if (rows.some(({ bytes }) => bytes > HANDOVER.itemBytes)) throw new CallError('HANDOVER_TOO_LARGE');
      for (const row of rows) {
        await db
          .insertInto('handover_item')
          .values(row)
          .onConflict((c) =>
            c.columns(['handover_id', 'id']).doUpdateSet({
              payload: row.payload,
              bytes: row.bytes,
              title: row.title,
              about: row.about,
              position: row.position,
              kind: row.kind,
            }),
          )
          .execute();
      }
      const { number, bytes, things } = await db
        .selectFrom('handover_item')
        .where('handover_id', '=', id)
        .select([
          sql<number>`count(*)::int`.as('number'),
          sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
          sql<number>`count(distinct about)::int`.as('things'),
        ])
        .executeTakeFirstOrThrow();
      if (number > HANDOVER.items || bytes > HANDOVER.itemsBytes) throw new CallError('HANDOVER_TOO_LARGE');
      await db
        .updateTable('handover')
        .set({ things, updated_at: this.platform.clock.now() })
        .where('id', '=', id)
        .execute();
    });
  }

  /** Returns the offset of the next part. Throws the errors of `addItems`. */
  async addAudio(
    credential: Credential,
    {
      companyId,
      recordingId,
      offset,
      bytes: text,
    }: { companyId: string; recordingId: string; offset: number; bytes: string },
  ): Promise<number> {
    const bytes = Buffer.from(text, 'base64');
    return this.platform.transaction(async () => {
      const { db, blobs, clock } = this.platform;
      const id = await this.openFor(credential, companyId);
      const size = await this.audioBytes(id, recordingId);
      if (offset !== size) return size;
      if ((await this.audioBytes(id)) + bytes.length > HANDOVER.audioBytes) throw new CallError('HANDOVER_TOO_LARGE');
      // Before its row: a blob without a row is overwritten by the retry.
      await blobs.put(blobKey(id, recordingId, offset), bytes);
      await db
        .insertInto('handover_audio')
        .values({ handover_id: id, recording_id: recordingId, at: offset, bytes: bytes.length })
        .execute();
      await db.updateTable('handover').set({ updated_at: clock.now() }).where('id', '=', id).execute();
      return size + bytes.length;
    });
  }

  /** Closes the handover of the session. Throws HANDOVER_CLOSED. */
  async finish(token: string | undefined, leftOut: number): Promise<void> {
    const session = await this.handingOver(token);
    const { db, clock } = this.platform;
    await this.platform.transaction(async () => {
      await this.sessions.handedOver(session.id);
      const finished = await db
        .updateTable('handover')
        .set({ finished_at: clock.now(), left_out: leftOut })
        .where('session_id', '=', session.id)
        .where('finished_at', 'is', null)
        .returning('id')
        .execute();
      await this.notifyReaders(finished.map(({ id }) => id));
    });
  }

  /** Closes the handover of this company, until its person joins and is removed again. Throws HANDOVER_CLOSED. */
  async finishLeft(
    credential: LeaverCredential,
    { companyId, leftOut }: { companyId: string; leftOut: number },
  ): Promise<void> {
    await this.platform.transaction(async () => {
      const id = await this.openFor(credential, companyId);
      await this.platform.db
        .updateTable('handover')
        .set({ finished_at: this.platform.clock.now(), left_out: leftOut })
        .where('id', '=', id)
        .execute();
      await this.notifyReaders([id]);
    });
  }

  /**
   * Notifies the readers of handovers that can be reviewed and of which they were not notified: the device fell silent,
   * or the handover has another reader since. Called once a day: neither event notifies at its own moment.
   */
  async notifyWaiting(): Promise<void> {
    const { db, clock, log } = this.platform;
    const waiting = await this.unnotified()
      .where((e) => e.or([e('h.finished_at', 'is not', null), e('h.updated_at', '<', clock.now() - SILENT_MS)]))
      // the handovers that expire first
      .orderBy('h.created_at')
      .orderBy('h.id')
      .limit(NOTIFIED_AT_ONCE)
      .execute();
    for (const { id } of waiting)
      try {
        await this.platform.transaction(async () => {
          await db.selectFrom('handover').select('id').where('id', '=', id).forUpdate().execute();
          await this.notifyReaders([id]);
        });
      } catch (error) {
        log.error({ err: error, handoverId: id }, 'the reader of a handover could not be notified; retried tomorrow');
      }
  }

  /** Notifies the readers in each company, because unreviewed handovers are discarded after thirty days. */
  private async notifyReaders(ids: readonly string[]): Promise<void> {
    const { db, clock } = this.platform;
    if (ids.length === 0) return;
    const rows = await this.unnotified().where('h.id', 'in', ids).orderBy('h.company_id').execute();
    for (const { id, company_id: companyId, things: count, reader_id: userId } of rows) {
      await this.store.write(companyId, (tx) =>
        notify(tx, { userId, kind: 'handedOver', params: { count }, link: REVIEW, subjectId: id }),
      );
      await db
        .updateTable('handover')
        .set({ notified_at: clock.now(), notified_user_id: userId })
        .where('id', '=', id)
        .execute();
    }
  }

  /**
   * Selects handovers to be reviewed whose present reader (review.ts) was not notified of what the device sent last.
   * Omits those without a reader: they are selected as soon as they have one.
   */
  private unnotified() {
    const reader = sql<string>`coalesce(m.user_id, d.heir_id)`;
    return this.platform.db
      .selectFrom('handover as h')
      .leftJoin('user_company as m', (j) =>
        j.onRef('m.company_id', '=', 'h.company_id').onRef('m.user_id', '=', 'h.user_id').on('m.status', '=', 'active'),
      )
      .leftJoin('departure as d', (j) =>
        j.onRef('d.company_id', '=', 'h.company_id').onRef('d.user_id', '=', 'h.user_id'),
      )
      .select(['h.id', 'h.company_id', 'h.things', reader.as('reader_id')])
      .where('h.things', '>', 0)
      .where('h.resolved_at', 'is', null)
      .where(reader, 'is not', null)
      .where((e) =>
        e.or([
          e('h.notified_at', 'is', null),
          e('h.notified_at', '<', e.ref('h.updated_at')),
          e('h.notified_user_id', 'is distinct from', reader),
        ]),
      );
  }

  private async handingOver(token: string | undefined): Promise<HandingOver> {
    const session = token ? await this.sessions.handingOver(token) : null;
    if (!session) throw new CallError('HANDOVER_CLOSED');
    return session;
  }

  /** The active session of a former member of this company who may still hand over. Throws HANDOVER_CLOSED. */
  private async leaver({ actor, userId }: LeaverCredential, companyId: string): Promise<Sender> {
    const { db, clock } = this.platform;
    // The join ensures that the session belongs to the declared owner of the changes.
    const found = await db
      .selectFrom('departure as d')
      .innerJoin('sessions as s', 's.user_id', 'd.user_id')
      .select(['d.left_at', 's.device_name'])
      .where('d.company_id', '=', companyId)
      .where('d.user_id', '=', userId)
      .where('d.left_at', '>', clock.now() - HANDOVER_MS)
      .where('s.id', '=', actor.sessionId)
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('user_company as m')
              .select('m.user_id')
              .whereRef('m.company_id', '=', 'd.company_id')
              .whereRef('m.user_id', '=', 'd.user_id')
              .where('m.status', '=', 'active'),
          ),
        ),
      )
      .executeTakeFirst();
    if (!found) throw new CallError('HANDOVER_CLOSED');
    const { others } = await db
      .selectFrom('handover')
      .select(sql<number>`count(*)::int`.as('others'))
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('revoked_at', '=', found.left_at)
      .where('session_id', '<>', actor.sessionId)
      .executeTakeFirstOrThrow();
    if (others >= HANDOVER.sessionsOfLeaver) throw new CallError('HANDOVER_CLOSED');
    return { id: actor.sessionId, userId, deviceName: found.device_name, revokedAt: found.left_at };
  }

  /** The revoked session of a present or former member of this company. Throws HANDOVER_CLOSED. */
  private async revoked(token: string | undefined, companyId: string): Promise<Sender> {
    const { db } = this.platform;
    const session = await this.handingOver(token);
    const belongs = await db
      .selectFrom('user_company')
      .select('user_id')
      .where('company_id', '=', companyId)
      .where('user_id', '=', session.userId)
      .where('status', '=', 'active')
      .unionAll(
        db
          .selectFrom('departure')
          .select('user_id')
          .where('company_id', '=', companyId)
          .where('user_id', '=', session.userId),
      )
      .limit(1)
      .executeTakeFirst();
    if (!belongs) throw new CallError('HANDOVER_CLOSED');
    return session;
  }

  /**
   * Locks and returns the open handover of a session in one company, for this revocation or removal. Throws
   * HANDOVER_CLOSED if there is none or it has ended.
   */
  private async openFor(credential: Credential, companyId: string): Promise<string> {
    const { db, clock } = this.platform;
    const now = clock.now();
    const {
      id: sessionId,
      userId,
      deviceName,
      revokedAt,
    } = 'actor' in credential
      ? await this.leaver(credential, companyId)
      : await this.revoked(credential.token, companyId);
    await db
      .insertInto('handover')
      .values({
        id: newId(now),
        company_id: companyId,
        user_id: userId,
        session_id: sessionId,
        device_name: deviceName,
        revoked_at: revokedAt,
        created_at: now,
        updated_at: now,
      })
      .onConflict((c) => c.columns(['session_id', 'company_id', 'revoked_at']).doNothing())
      .execute();
    const row = await db
      .selectFrom('handover')
      .select(['id', 'resolved_at', 'finished_at'])
      .where('session_id', '=', sessionId)
      .where('company_id', '=', companyId)
      .where('revoked_at', '=', revokedAt)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.resolved_at !== null || row.finished_at !== null) throw new CallError('HANDOVER_CLOSED');
    return row.id;
  }

  private async audioBytes(handoverId: string, recordingId?: string): Promise<number> {
    const { bytes } = await this.platform.db
      .selectFrom('handover_audio')
      .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
      .where('handover_id', '=', handoverId)
      .$if(recordingId !== undefined, (q) => q.where('recording_id', '=', recordingId!))
      .executeTakeFirstOrThrow();
    return bytes;
  }
}

/**
 * Sort order: files of questions first, since a device sends a question as soon as none of its files is pending there; then
 * documents, containers before their content; deletions; conflict versions; recordings, images and files of projects.
 */
function positionOf(item: HandoverItem): number {
  if (item.kind === 'file' && item.turnId !== undefined) return -1;
  if (item.kind === 'recording' || item.kind === 'image' || item.kind === 'file') return 3 * KIND_NAMES.length;
  if (item.kind === 'conflict') return 2 * KIND_NAMES.length;
  return KIND_NAMES.indexOf(item.collection) + (item.content['_deleted'] === true ? KIND_NAMES.length : 0);
}
