/** Creates notifications, unless their receivers have muted the kind, and records them for e-mail and push. */
import { newId, spaceOf } from '../../sync/model/ids';
import { choiceOf, noticeKind, type NoticeName } from '../../sync/model/notices';
import type { StoredDoc, SyncTransaction } from '../sync/store';

export interface NoticeEvent {
  /** a key of the `notification` texts */
  kind: NoticeName;
  /** placeholders of its text */
  params: Record<string, string | number>;
  /** an address of the app, '' for none */
  link: string;
  subjectId: string;
  /** the person whose act it reports; they are not notified of it themselves */
  actorId?: string;
  /**
   * joins the person's unread notification of this kind and subject: `count` of the text grows. Without it, each event
   * has a notification of its own.
   */
  isGrouped?: boolean;
}
export interface Notice extends NoticeEvent {
  userId: string;
}

/** milliseconds after which an unread notification takes no further events */
const GROUP_MS = 24 * 60 * 60_000;
/**
 * Maximum notifications of one transaction, which holds the company's clock: one push can share many notes, each with many
 * people. Further ones are not created, as above RECIPIENTS_MAX of notify-people.ts.
 */
export const NOTICES_MAX = 2_000;
const created = new WeakMap<SyncTransaction, number>();

/** Unread notifications of this kind and subject, by space. */
async function unreadOf(
  tx: SyncTransaction,
  { kind, subjectId }: NoticeEvent,
  now: number,
): Promise<Map<string, StoredDoc<'notifications'>>> {
  // a busy project has thousands: only those that can take the event are read
  const fresh = (
    await tx.list('notifications', { where: { subjectId, kind, read: 'false' }, updatedSince: now - GROUP_MS })
  ).filter(({ createdAt }) => createdAt > now - GROUP_MS);
  return new Map(fresh.map((each) => [each.space, each]));
}

/**
 * Notifies people of one event. The number of statements does not depend on the number of people. Former members are left
 * out. Returns the ids of the people for whom a notification was created, or an unread one counts the event. Call it inside
 * the transaction of the event, so that a repeated request that changes nothing creates no second notification.
 */
export async function notifyAll(
  tx: SyncTransaction,
  userIds: readonly string[],
  event: NoticeEvent,
): Promise<Set<string>> {
  const now = tx.now();
  const others = [...new Set(userIds)].filter((userId) => userId !== event.actorId);
  const members = await tx.readersOf(others.map((userId) => ({ userId, space: spaceOf('person', userId) })));
  const receivers = others.filter((userId) => members.has(userId));
  if (receivers.length === 0) return new Set();
  const preferences = new Map((await tx.list('preferences', { ids: receivers })).map((each) => [each.id, each]));
  const earlier = event.isGrouped ? await unreadOf(tx, event, now) : null;
  const { audience } = noticeKind(event.kind);
  const params = { ...event.params, ...(audience === 'admin' ? { audience } : {}) };
  const ids = new Map(receivers.map((userId) => [userId, newId(now)]));
  // one statement instead of one for each new document
  await tx.list('notifications', { ids: [...ids.values()] });
  const notified = new Set<string>();
  const outgoing: { id: string; userId: string }[] = [];
  for (const userId of receivers) {
    const choice = choiceOf(preferences.get(userId) ?? null, event.kind);
    if (!choice.app) continue;
    const space = spaceOf('person', userId);
    const unread = earlier?.get(space);
    if (unread) {
      const count = Number(unread.params['count'] ?? 1) + 1;
      await tx.put('notifications', unread.id, { params: { ...params, count }, link: event.link, createdAt: now });
      notified.add(userId);
      continue;
    }
    const before = created.get(tx) ?? 0;
    if (before >= NOTICES_MAX) break;
    created.set(tx, before + 1);
    const id = ids.get(userId)!;
    await tx.put('notifications', id, {
      space,
      kind: event.kind,
      params: event.isGrouped ? { ...params, count: 1 } : params,
      link: event.link,
      subjectId: event.subjectId,
      read: false,
      createdAt: now,
    });
    notified.add(userId);
    if (choice.mail !== 'never' || choice.push) outgoing.push({ id, userId });
  }
  await tx.deliver(outgoing, now);
  return notified;
}

/** Notifies one person; see notifyAll. Returns whether it was created or counted. */
export const notify = async (tx: SyncTransaction, { userId, ...event }: Notice): Promise<boolean> =>
  (await notifyAll(tx, [userId], event)).has(userId);
