/** Creates a notification for one person, unless the person has muted its kind. */
import { newId, spaceOf } from '../../sync/model/ids';
import type { SyncTransaction } from '../sync/store';

export interface Notice {
  userId: string;
  /** a key of the `notification` texts */
  kind: string;
  /** placeholders of its text; `audience: 'admin'` for a notification to administrators */
  params: Record<string, string | number>;
  /** an address of the app, '' for none */
  link: string;
  subjectId: string;
}

/** Returns whether it was created: a person who is no longer a member of the company gets none. */
export async function notify(tx: SyncTransaction, notice: Notice, now: number): Promise<boolean> {
  const space = spaceOf('person', notice.userId);
  if ((await tx.roleIn(space, notice.userId)) === null) return false;
  if ((await tx.get('preferences', notice.userId))?.mutedKinds.includes(notice.kind)) return false;
  await tx.put('notifications', newId(now), {
    space,
    kind: notice.kind,
    params: notice.params,
    link: notice.link,
    subjectId: notice.subjectId,
    read: false,
    createdAt: now,
  });
  return true;
}
