/** Binds the calls of a meeting's analysis. */
import { engagementOf } from '../../../sync/meeting/engagement';
import { timedSegments } from '../../../sync/meeting/segments';
import { bind, type BoundCall } from '../../platform/http/feature';
import { visibleOr } from '../change';
import { createChats } from '../chat/service';
import type { CoreServices } from '../context';
import { meetingAnalysisCalls as calls } from './contract';

export function meetingAnalysisRoutes(core: Pick<CoreServices, 'platform' | 'sync' | 'runs'>): BoundCall[] {
  const chats = createChats(core);
  return [
    bind(calls.ask, ({ actor, input }) => chats.createAboutMeeting(actor, input)),
    bind(calls.engagement, async ({ actor, input: { id } }) => {
      const meeting = await visibleOr(core.sync, actor, 'meetings', id, 'MEETING_NOT_FOUND');
      const transcript = await core.sync.visible(actor, 'transcripts', id);
      const { speakers, ...rest } = engagementOf(timedSegments(transcript?.segments ?? [], meeting.recordings));
      const names = new Map(meeting.participants.map((each) => [each.id, each.name]));
      return {
        meetingId: id,
        ...rest,
        speakers: speakers.map(({ participantId, ...speaker }) => ({
          meetingParticipantId: participantId,
          name: names.get(participantId) ?? '',
          ...speaker,
        })),
      };
    }),
  ];
}
