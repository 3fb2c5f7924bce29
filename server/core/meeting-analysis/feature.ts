/** Questions about a meeting, and who spoke how long in it. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { EngagementView, meetingAnalysisCalls } from './contract';
import { meetingAnalysisRoutes } from './routes';

export const meetingAnalysisFeature = defineFeature<CoreServices>({
  name: 'core/meeting-analysis',
  calls: [
    callGroup('Meeting analysis', 'Questions about a meeting, and talk time by speaker.', meetingAnalysisCalls, {
      MeetingEngagement: EngagementView,
    }),
  ],
  handlers: meetingAnalysisRoutes,
  policies: none('because it stores nothing of its own: questions are turns of chats'),
  jobs: none('because questions are answered by the runs of chats'),
  notifications: none('because chats send them'),
  ownership: none('because it stores nothing'),
  retention: none('because it stores nothing'),
  storage: none('because it stores nothing'),
  audit: none('because it changes nothing'),
  passages: none('because it stores nothing'),
  demo: none('because it is computed from the transcripts of the demo'),
});
