/** Meetings, participants and segments with the field names of the calls. */
import type { Doc } from '../../../sync/model/kinds';
import type { Participant } from '../../../sync/model/participants';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { SyncStore } from '../../sync/store';
import type { Actor } from '../../platform/context';

export const participantView = (meetingId: string, companyId: string, participant: Participant) => ({
  ...participant,
  meetingId,
  companyId,
});

export const segmentView = (meetingId: string, s: Segment) => ({
  id: s.id,
  meetingId,
  meetingParticipantId: s.participantId,
  content: s.text,
  original: s.original,
  recordingId: s.recordingId,
  start: s.start,
  end: s.end,
});

/** Adds the state of the transcripts, read in one query. */
export async function meetingViews(sync: SyncStore, actor: Actor, meetings: Doc<'meetings'>[]) {
  const transcripts = await sync.read(actor.companyId, (tx) =>
    tx.list('transcripts', { ids: meetings.map((m) => m.id) }),
  );
  const status = new Map(transcripts.map((t) => [t.id, t.status]));
  return meetings.map((m) => ({
    ...m,
    companyId: actor.companyId,
    transcriptionStatus: status.get(m.id) ?? ('none' as const),
    createdTime: m.createdAt,
    updatedTime: m.updatedAt,
  }));
}
