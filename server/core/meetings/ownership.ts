/** Transfers the meetings of a leaving member to the owner of their project, or to the heir. */
import { nextOwner } from '../projects/ownership';
import type { SyncTransaction } from '../../sync/store';
import { placeMeeting } from './placement';

export async function transferMeetings(
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<{ meetings: number }> {
  const meetings = await tx.list('meetings', { where: { creatorId: leaver.userId } });
  for (const meeting of meetings)
    await placeMeeting(tx, await tx.put('meetings', meeting.id, { creatorId: await nextOwner(tx, meeting, heirId) }));
  return { meetings: meetings.length };
}
