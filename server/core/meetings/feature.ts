/** Meetings, their transcripts and notes, and transcription. */
import { MeetingRecording } from '../../../sync/model/kinds/meetings';
import { Participant } from '../../../sync/model/participants';
import { prepareDemoMeetings } from './demo/write';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { recordingsOf } from '../uploads/usage';
import { transcriptPolicy } from './content-policies';
import { meetingCalls, MeetingView, SegmentView } from './contract';
import { transferMeetings } from './ownership';
import { piecesOfMoments, piecesOfTranscript } from './pieces';
import { meetingPolicyOf } from './policy-of';
import { restoreMeeting } from './restore';
import { meetingRoutes } from './routes';
import { transcriptionJobs } from './transcription-jobs';

export const meetingFeature = defineFeature<CoreServices>({
  name: 'core/meetings',
  calls: [
    callGroup('Meetings', 'Meetings with participants, transcripts and notes.', meetingCalls, {
      Meeting: MeetingView,
      MeetingParticipant: Participant,
      MeetingRecording,
      TranscriptSegment: SegmentView,
    }),
  ],
  handlers: (core) => meetingRoutes(core, meetingPolicyOf(core.platform)),
  policies: (platform) => [meetingPolicyOf(platform), transcriptPolicy],
  jobs: transcriptionJobs,
  notifications: ['meetingShared', 'transcriptReady', 'transcriptFailed', 'transcriptionWaiting', 'meetingRenamed'],
  ownership: (_services, tx, leaver, heirId) => transferMeetings(tx, leaver, heirId),
  retention: { rules: [{ collection: 'meetings', countedAs: 'meetings', stored: recordingsOf }] },
  trash: { meetings: restoreMeeting },
  storage: none('because its recordings are files of uploads'),
  audit: none('because members change meetings themselves, without an administrator'),
  passages: { meetings: piecesOfMoments, transcripts: piecesOfTranscript },
  demo: { prepare: prepareDemoMeetings },
});
