/** All declared calls of the core service that this folder serves, in groups, for routes, the typed client and the OpenAPI document. */
import { Participant, MeetingRecording } from '../../sync/model/meetings';
import { notes } from '../../sync/model/notes';
import { notifications } from '../../sync/model/notifications';
import { projectItems } from '../../sync/model/project-items';
import { projects } from '../../sync/model/projects';
import type { CallDefinition } from '../../sync/protocol/call';
import { uploadCalls } from '../../sync/protocol/uploads';
import { callGroup, type CallGroup } from '../platform/openapi/group';
import { DashboardData, dashboardCalls } from './dashboard/contract';
import { fileCalls } from './files/contract';
import { livePageAdminCalls, LivePageRow, LivePageTrend } from './livepages/contract';
import { meetingCalls, MeetingView, SegmentView } from './meetings/contract';
import { messageCalls } from './notifications/contract';
import { noteCalls } from './notes/contract';
import { projectCalls } from './projects/contract';
import { pageViewCalls } from './page-views/contract';

export const coreGroups: readonly CallGroup[] = [
  callGroup('Projects', 'Projects, their items, contributors and sharing.', projectCalls, {
    Project: projects.schema,
    ProjectItem: projectItems.schema,
  }),
  callGroup('Notes', 'Notes as Markdown and HTML.', noteCalls, { Note: notes.schema }),
  callGroup('Meetings', 'Meetings with participants, transcripts and notes.', meetingCalls, {
    Meeting: MeetingView,
    MeetingParticipant: Participant,
    MeetingRecording,
    TranscriptSegment: SegmentView,
  }),
  callGroup('Recordings', 'Uploading recordings in resumable parts (tus).', uploadCalls),
  callGroup('Files', 'Types of files and their limits.', fileCalls),
  callGroup('Notifications', 'Notifications of people and of administrators.', messageCalls, {
    Notification: notifications.schema,
  }),
  callGroup('Dashboard', 'The overview of the admin console.', dashboardCalls, { DashboardData }),
  callGroup('Page views', 'Views of pages that are shared or published.', pageViewCalls),
  callGroup('LivePages', 'LivePages of an organization for its administrators.', livePageAdminCalls, {
    LivePageRow,
    LivePageTrend,
  }),
];

export const coreCalls: CallDefinition[] = coreGroups.flatMap((group) => group.calls);
