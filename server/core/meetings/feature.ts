/** Meetings, their transcripts, notes and summaries, and transcription. */
import { MeetingRecording, Participant } from '../../../sync/model/kinds/meetings';
import { writeDemoMeetings } from '../../demo/write-meetings';
import type { Platform } from '../../platform/context';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { withHistory } from '../project-history/record';
import { areRecordingsStored } from '../uploads/service';
import { summaryPolicy, transcriptPolicy } from './content-policies';
import { meetingCalls, MeetingView, SegmentView } from './contract';
import { transferMeetings } from './ownership';
import { meetingPolicy } from './policy';
import { meetingRoutes } from './routes';
import { transcriptionJobs } from './transcription-jobs';

const policyOf = (platform: Platform) =>
  withHistory(
    platform,
    meetingPolicy((companyId, meeting) => areRecordingsStored(platform, companyId, meeting)),
  );

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
  handlers: (core) => meetingRoutes(core, policyOf(core.platform)),
  policies: (platform) => [policyOf(platform), transcriptPolicy, summaryPolicy],
  jobs: transcriptionJobs,
  notifications: ['meetingShared', 'transcriptReady', 'transcriptFailed', 'transcriptionWaiting'],
  ownership: (_services, tx, leaver, heirId) => transferMeetings(tx, leaver, heirId),
  retention: { rules: [{ collection: 'meetings' }] },
  storage: none('because its recordings are files of uploads'),
  audit: none('because members change meetings themselves, without an administrator'),
  passages: ['meetings', 'noteContents', 'transcripts'],
  demo: writeDemoMeetings,
});
