/** Restores meetings from the trash. */
import type { Restoring } from '../../shared/trash';
import { couldAdd, restored } from '../trash/restoring';
import { placeMeeting } from './placement';

/**
 * Restores a meeting: outside projects if its project is deleted or this person may not add to it. Then only its creator
 * and the people it was shared with see it.
 */
export async function restoreMeeting({ tx, actor, id, projectId: given }: Restoring): Promise<void> {
  const meeting = await restored(tx, 'meetings', id);
  const wanted = given ?? meeting.projectId;
  const projectId = wanted !== '' && (await couldAdd(tx, actor, wanted)) ? wanted : '';
  if (projectId === meeting.projectId) {
    await placeMeeting(tx, meeting);
    return;
  }
  const shareRange = projectId === '' && meeting.shareRange === 'project' ? 'private' : meeting.shareRange;
  await placeMeeting(tx, await tx.put('meetings', id, { projectId, shareRange }));
}
