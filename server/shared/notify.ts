/** Makes a notification for one person, unless the person does not want its kind. */
import { newId, spaceOf } from '../../sync/model/ids';
import type { SyncTransaction } from '../sync/store';

export interface Notice {
  userId: string;
  /** a key of the `notification` texts */
  kind: string;
  /** the holes of its text; `audience: 'admin'` for what concerns administrators as such */
  params: Record<string, string | number>;
  /** an address of the app, '' for none */
  link: string;
  subjectId: string;
}

/** Somebody who is no member of the company any more gets none. Gives whether it was made. */
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
