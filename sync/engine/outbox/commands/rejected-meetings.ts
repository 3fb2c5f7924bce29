/** Rejected changes of meetings, whose recordings are rejected with them. */
import { withRecordingTimes, type Meeting } from '../../../model/kinds/meetings';
import { sendRefusedRecordings } from './recordings';
import type { RejectedKind } from './rejected-kind';

export const rejectedMeeting: RejectedKind = {
  /** The end of a meeting whose clock was set back during the recording: the server would reject it again. */
  corrected(content) {
    const { actualStartAt = 0, actualEndAt = 0 } = content as Partial<Meeting>;
    return actualEndAt > 0 ? withRecordingTimes({ actualStartAt, actualEndAt: 0 }, { actualEndAt }) : {};
  },
  sendAgain: sendRefusedRecordings,
};
