/** The shared note of a meeting, which all contributors to the meeting edit. */
import { textParent } from '../text-parent';

export const meetingText = textParent('meetings', {
  async mayWrite({ tx, userId, role }, _text, meeting) {
    const there = meeting ? await tx.roleIn(meeting.space, userId) : role;
    return meeting?.creatorId === userId || there === 'owner' || there === 'contributor';
  },
  possibleSpaces: () => [],
});
