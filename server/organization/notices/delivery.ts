/**
 * Takes notifications to e-mail and push, exactly once: a delivery row exists from the transaction that creates the
 * notification, and is deleted in the transaction that enqueues the mail and the messages. Rows are locked, so two
 * processes never take the same one.
 *
 *   notify ─ commit ─► delivery row ─► read: push messages, immediate mail ─► deleted
 *                                        └─ daily, or beyond the limit ─► digest_at ─► one mail for all that are unread ─► deleted
 * A notification about a document that its receiver can no longer read is neither mailed nor pushed.
 */
import { sql } from 'kysely';
import { TRASH_KINDS, type Doc } from '../../../sync/model/kinds';
import { choiceOf, noticeKind } from '../../../sync/model/notices';
import type { Platform } from '../../platform/context';
import { job, type FeatureJob } from '../../shared/feature';
import type { StoredDoc, SyncStore } from '../../sync/store';
import type { Post } from '../mails/post';
import { nextDigestAt } from './digest-time';
import type { Push } from './push';
import { noticeText } from './texts';
import type { Unsubscribing } from './unsubscribe';
import './tables';

export const DELIVERY_JOB = 'notice-delivery';
/** deliveries of one transaction */
const BATCH = 50;
/** lines of a digest; the rest is in the app */
const LINES_MAX = 30;
/** notifications that are read for a digest, the newest ones */
const DIGEST_MAX = 200;
/** milliseconds for which a delivery that fails is tried again, every minute */
const RETRY_MS = 60 * 60_000;

interface Parts {
  store: SyncStore;
  post: Post;
  push: Push;
  unsubscribing: Unsubscribing;
}
type Reading = Parameters<Parameters<SyncStore['read']>[1]>[0];

/** Whether a notification may leave the app: its text has a title, and access may have been withdrawn since. */
async function isStillReadable(
  tx: Reading,
  { kind, subjectId }: StoredDoc<'notifications'>,
  userId: string,
): Promise<boolean> {
  if (!noticeKind(kind).hasTitle) return true;
  // subjects are documents of the trash's kinds, never child documents
  for (const collection of TRASH_KINDS) {
    const subject = await tx.get(collection, subjectId);
    if (subject) return (await tx.readersOf([{ userId, space: subject.space }])).has(userId);
  }
  return false;
}

interface Row {
  company_id: string;
  user_id: string;
  notice_id: string;
}

export class NoticeDelivery {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'jobs' | 'events' | 'log'>,
    private readonly parts: Parts,
  ) {}

  job(): FeatureJob {
    const { events, jobs, log } = this.platform;
    // A new notification is delivered immediately; the schedule finds due digests, and rows whose announcement was lost.
    const unsubscribe = events.subscribe('sync', ({ spaces }) => {
      const has = Object.entries(spaces).some(
        ([space, kinds]) => (space === '*' || space.startsWith('person:')) && kinds.includes('notifications'),
      );
      if (!has) return;
      jobs
        .enqueue(DELIVERY_JOB, {}, { singletonKey: DELIVERY_JOB })
        .catch((error: unknown) => log.warn({ err: error }, 'the delivery of notifications could not be enqueued'));
    });
    return job(
      { name: DELIVERY_JOB, concurrency: 1, retryLimit: 2, handle: () => this.run() },
      { cron: '* * * * *', close: unsubscribe },
    );
  }

  async run(): Promise<void> {
    while ((await this.deliverNew()) === BATCH);
    while (await this.sendDigest());
  }

  /** Delivers new notifications, or schedules them for a digest. Returns the number of rows that did not fail. */
  private deliverNew(): Promise<number> {
    const { db, clock, log } = this.platform;
    return this.platform.transaction(async () => {
      const rows = await db
        .selectFrom('notice_delivery')
        .select(['company_id', 'user_id', 'notice_id', 'created_at'])
        .where('digest_at', 'is', null)
        .orderBy('created_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      let delivered = 0;
      for (const row of rows)
        try {
          // a savepoint: a delivery that fails does not stop later ones
          await this.platform.transaction(() => this.deliver(row));
          delivered += 1;
        } catch (error) {
          log.error({ err: error, notice: row.notice_id }, 'a notification could not be delivered');
          if (row.created_at < clock.now() - RETRY_MS) await this.deleteRows([row]);
        }
      return delivered;
    });
  }

  private async deliver(row: Row): Promise<void> {
    const { notice, preferences, reader } = await this.contextOf(row);
    const choice = notice && choiceOf(preferences, notice.kind);
    if (!notice || !reader || !choice || notice.read || !choice.app) return this.deleteRows([row]);
    if (choice.push)
      await this.parts.push.enqueue(row.company_id, row.user_id, {
        id: notice.id,
        text: noticeText(reader.lang, notice),
        link: notice.link,
      });
    const isSent = choice.mail === 'now' && (await this.mail(row, reader, [notice], notice.kind));
    // beyond the daily limit, an immediate mail is moved to the digest
    if (choice.mail !== 'never' && !isSent) return this.intoDigest([row], preferences);
    await this.deleteRows([row]);
  }

  /** @param rows of one person */
  private async intoDigest(rows: readonly Row[], preferences: { timeZone?: string } | null): Promise<void> {
    const { company_id: companyId } = rows[0]!;
    await this.platform.db
      .updateTable('notice_delivery')
      .set({
        digest_at: nextDigestAt(this.platform.clock.now(), preferences?.timeZone || (await this.usualZone(companyId))),
      })
      .where('company_id', '=', companyId)
      .where(sql<boolean>`notice_id = any(${rows.map(({ notice_id: id }) => id)}::text[])`)
      .execute();
  }

  /** The digest of one person that is due. Returns false if there is none. */
  private sendDigest(): Promise<boolean> {
    const { db, clock } = this.platform;
    return this.platform.transaction(async () => {
      const now = clock.now();
      // Only the first row of a person is taken: two processes that held two of one person would wait for each other.
      const due = await db
        .selectFrom('notice_delivery as d')
        .select(['d.company_id', 'd.user_id', 'd.notice_id'])
        .where('d.digest_at', '<=', now)
        .where(
          sql<boolean>`not exists (select 1 from notice_delivery e where e.company_id = d.company_id and e.user_id = d.user_id
            and e.digest_at <= ${now}::bigint and (e.digest_at, e.notice_id) < (d.digest_at, d.notice_id))`,
        )
        .orderBy('d.digest_at')
        .orderBy('d.notice_id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!due) return false;
      const rows = await db
        .selectFrom('notice_delivery')
        .select(['company_id', 'user_id', 'notice_id'])
        .where('company_id', '=', due.company_id)
        .where('user_id', '=', due.user_id)
        .where('digest_at', '<=', now)
        .orderBy('created_at')
        .forUpdate()
        .execute();
      const found = await Promise.all(rows.slice(-DIGEST_MAX).map((row) => this.contextOf(row)));
      // leave out notifications that were read, deleted or switched off meanwhile
      const news = found.flatMap(({ notice, preferences }) => {
        const choice = notice && choiceOf(preferences, notice.kind);
        return notice && !notice.read && choice?.app && choice.mail !== 'never' ? [notice] : [];
      });
      const reader = found[0]?.reader;
      if (reader && news.length > 0 && !(await this.mail(due, reader, news, 'all')))
        await this.intoDigest(rows, found[0]!.preferences);
      else await this.deleteRows(rows);
      return true;
    });
  }

  private async contextOf(row: Row) {
    const { store } = this.parts;
    const { notice, preferences } = await store.read(row.company_id, async (tx) => {
      const found = await tx.get('notifications', row.notice_id);
      return {
        notice: found && (await isStillReadable(tx, found, row.user_id)) ? found : null,
        preferences: await tx.get('preferences', row.user_id),
      };
    });
    const reader = await this.platform.db
      .selectFrom('user_company as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .innerJoin('companies as c', 'c.id', 'm.company_id')
      .select(['u.email', 'u.lang', 'm.name', 'm.role', 'c.name as company'])
      .where('m.company_id', '=', row.company_id)
      .where('m.user_id', '=', row.user_id)
      .where('m.status', '=', 'active')
      .where('m.enabled', '=', true)
      .where('u.enabled', '=', true)
      .executeTakeFirst();
    // notifications for administrators go out only to people who still are administrators
    const isTheirs = !notice || noticeKind(notice.kind).audience === 'user' || reader?.role !== 'member';
    return { notice: isTheirs ? notice : null, preferences, reader };
  }

  /** The most frequent time zone of the members, for a person whose own is unknown; UTC if all are. */
  private async usualZone(companyId: string): Promise<string> {
    const { rows } = await sql<{ zone: string }>`
      select data ->> 'timeZone' as zone from doc
      where company_id = ${companyId} and collection = 'preferences' and not deleted and data ->> 'timeZone' <> ''
      group by 1 order by count(*) desc, 1 limit 1`.execute(this.platform.db);
    return rows[0]?.zone ?? 'UTC';
  }

  /**
   * Sends one mail with these notifications. Returns false if the daily limit is reached.
   * @param kind the kind that the mail's link unsubscribes from; `all` for the digest
   */
  private async mail(
    { company_id: companyId, user_id: userId }: Row,
    reader: { email: string; lang: string; name: string; company: string },
    notices: readonly Pick<Doc<'notifications'>, 'kind' | 'params' | 'link'>[],
    kind: string,
  ): Promise<boolean> {
    const lines = notices
      .slice(0, LINES_MAX)
      .map((notice) => `• ${noticeText(reader.lang, notice)}`)
      .join('\n');
    return this.parts.post.send(
      'notices',
      reader,
      { name: reader.name, company: reader.company, lines },
      notices.length === 1 && notices[0]!.link ? notices[0]!.link : '/notifications',
      companyId,
      this.parts.unsubscribing.pathFor({ companyId, userId, kind }),
      kind === 'all' ? 'digest' : undefined,
    );
  }

  /** Deletes rows that are delivered, or are not to be delivered any more; all of one company. */
  private async deleteRows(rows: readonly Row[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    await this.platform.db
      .deleteFrom('notice_delivery')
      .where('company_id', '=', first.company_id)
      .where(sql<boolean>`notice_id = any(${rows.map(({ notice_id: id }) => id)}::text[])`)
      .execute();
  }
}
