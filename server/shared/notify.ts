/** Creates a notification for one person, unless the person has muted its kind, and records it for e-mail and push. */
import { newId, spaceOf } from '../../sync/model/ids';
import { choiceOf, noticeKind, type NoticeName } from '../../sync/model/notices';
import type { StoredDoc, SyncTransaction } from '../sync/store';

export interface Notice {
  userId: string;
  /** a key of the `notification` texts */
  kind: NoticeName;
  /** placeholders of its text */
  params: Record<string, string | number>;
  /** an address of the app, '' for none */
  link: string;
  subjectId: string;
  /** the person whose act it reports: nobody is notified of an act of their own */
  actorId?: string;
  /**
   * joins the person's unread notification of this kind and subject: `count` of the text grows. Without it, each event
   * has a notification of its own.
   */
  isGrouped?: boolean;
}

/** milliseconds after which an unread notification takes no further events */
const GROUP_MS = 24 * 60 * 60_000;

async function unreadOf(
  tx: SyncTransaction,
  { kind, subjectId }: Notice,
  space: string,
  now: number,
): Promise<StoredDoc<'notifications'> | undefined> {
  const same = await tx.list('notifications', { where: { subjectId, kind } });
  return same.find((each) => each.space === space && !each.read && each.createdAt > now - GROUP_MS);
}

/**
 * Returns whether it was created or counted. Nobody is notified who is no longer a member of the company. Call it inside
 * the transaction of the event: a repeated request that changes nothing notifies nobody again.
 */
export async function notify(tx: SyncTransaction, notice: Notice): Promise<boolean> {
  if (notice.actorId === notice.userId) return false;
  const now = tx.now();
  const space = spaceOf('person', notice.userId);
  if ((await tx.roleIn(space, notice.userId)) === null) return false;
  const choice = choiceOf(await tx.get('preferences', notice.userId), notice.kind);
  if (!choice.app) return false;
  const { audience } = noticeKind(notice.kind);
  const params = { ...notice.params, ...(audience === 'admin' ? { audience } : {}) };
  const earlier = notice.isGrouped ? await unreadOf(tx, notice, space, now) : undefined;
  if (earlier) {
    const count = Number(earlier.params['count'] ?? 1) + 1;
    await tx.put('notifications', earlier.id, { params: { ...params, count }, link: notice.link, createdAt: now });
    return true;
  }
  const id = newId(now);
  await tx.put('notifications', id, {
    space,
    kind: notice.kind,
    params: notice.isGrouped ? { ...params, count: 1 } : params,
    link: notice.link,
    subjectId: notice.subjectId,
    read: false,
    createdAt: now,
  });
  if (choice.mail !== 'never' || choice.push) await tx.deliver(notice.userId, id, now);
  return true;
}
