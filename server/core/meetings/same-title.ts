/**
 * Ensures that overlapping meetings of one project have different titles. A call is refused. A pushed meeting may already
 * be recording, so its time is appended to its title, and the person is notified.
 */
import { clashes, titleWithTime, type Titled } from '../../../sync/model/meeting-overlap';
import { CallError } from '../../../sync/protocol/errors';
import { notifyAll } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';

/** Overlapping meetings with the same title that the person may read; the titles of others are not revealed. */
async function clashing(tx: SyncTransaction, userId: string, meeting: Titled): Promise<StoredDoc<'meetings'>[]> {
  if (meeting.projectId === '') return [];
  const same = await tx.list('meetings', { where: { projectId: meeting.projectId, title: meeting.title } });
  const found = [];
  for (const other of same)
    if (clashes(meeting, other) && (await tx.roleIn(other.space, userId)) !== null) found.push(other);
  return found;
}

/** Throws MEETING_TITLE_DUPLICATED if the title clashes. */
export async function refuseSameTitle(tx: SyncTransaction, userId: string, meeting: Titled): Promise<void> {
  if ((await clashing(tx, userId, meeting)).length > 0) throw new CallError('MEETING_TITLE_DUPLICATED');
}

/** Appends the time to the meeting's title. Returns null if its title does not clash. */
export async function renameSameTitle(
  tx: SyncTransaction,
  userId: string,
  meeting: StoredDoc<'meetings'>,
): Promise<StoredDoc<'meetings'> | null> {
  if ((await clashing(tx, userId, meeting)).length === 0) return null;
  const others = await tx.list('meetings', { where: { projectId: meeting.projectId } });
  const timeZone = (await tx.get('preferences', userId))?.timeZone ?? '';
  const title = titleWithTime(meeting, others, timeZone);
  const renamed = await tx.put('meetings', meeting.id, { title });
  await notifyAll(tx, [userId], {
    kind: 'meetingRenamed',
    params: { title },
    link: `/meeting/${meeting.id}`,
    subjectId: meeting.id,
  });
  return renamed;
}
