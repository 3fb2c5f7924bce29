/** Calls on a meeting's transcript and note. The policies check the rules. */
import { correctionsBetween, withinLimits } from '../../../sync/model/corrections';
import { meetingNoteId } from '../../../sync/model/ids';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { markdownOfState, replaceWithMarkdown, stateFromMarkdown } from '../../../sync/merge/note-text';
import { fromBase64, toBase64 } from '../../../sync/merge/yjs';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import type { CoreServices } from '../context';
import { ableOr, changeDoc, visibleOr } from '../change';
import { visibleByElement } from '../listing';
import { withVersions } from '../note-versions/record';
import { noteContentPolicy } from '../notes/policy';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { transcriptPolicy } from './content-policies';
import { requestTranscription } from './transcription-request';
import { segmentView } from './views';

const CODES = { missing: 'MEETING_NOT_FOUND', denied: 'MEETING_ACCESS_DENIED' } as const;

const noteView = (meetingId: string, content: Pick<StoredDoc<'noteContents'>, 'id' | 'state' | 'updatedAt'>) => ({
  id: content.id,
  meetingId,
  content: markdownOfState(fromBase64(content.state)),
  updatedTime: content.updatedAt,
});

export function createMeetingContents({ platform, sync, runs }: Pick<CoreServices, 'platform' | 'sync' | 'runs'>) {
  const changeSegment = async (
    actor: Actor,
    id: string,
    to: (segment: Segment, tx: SyncTransaction, meetingId: string) => Promise<Segment> | Segment,
  ) => {
    const seen = await visibleByElement(platform, actor, 'transcripts', 'segments', id);
    if (!seen) throw new CallError('TRANSCRIPT_SEGMENT_NOT_FOUND');
    return sync.write(actor.companyId, async (tx) => {
      const transcript = await ableOr(tx, actor, 'transcripts', seen.id, 'update', {
        missing: 'TRANSCRIPT_SEGMENT_NOT_FOUND',
        denied: 'MEETING_ACCESS_DENIED',
      });
      const segment = transcript.segments.find((s) => s.id === id);
      if (!segment) throw new CallError('TRANSCRIPT_SEGMENT_NOT_FOUND');
      const changed = await to(segment, tx, transcript.meetingId);
      await changeDoc(tx, actor, transcriptPolicy, transcript.id, {
        segments: transcript.segments.map((s) => (s.id === id ? changed : s)),
        corrections: withinLimits([
          ...(transcript.corrections ?? []),
          ...correctionsBetween([segment], [changed], { userId: actor.userId, at: platform.clock.now() }),
        ]),
      });
      return segmentView(transcript.meetingId, changed);
    });
  };

  /** Writes the meeting's note: `text` maps the present text (null if there is none) to the new one. */
  const writeNote = (actor: Actor, meetingId: string, text: (before: Uint8Array | null) => Uint8Array) =>
    sync.write(actor.companyId, async (tx) => {
      const meeting = await tx.get('meetings', meetingId);
      if (!meeting || !(await tx.roleIn(meeting.space, actor.userId))) throw new CallError('MEETING_NOT_FOUND');
      const id = meetingNoteId(meetingId);
      const before = await tx.get('noteContents', id);
      const state = toBase64(text(before && fromBase64(before.state)));
      const content = await changeDoc(tx, actor, withVersions(platform, noteContentPolicy(platform)), id, {
        ...(before ? {} : { subject: 'meeting' as const, subjectId: meetingId, creatorId: actor.userId }),
        space: meeting.space,
        state,
      });
      return noteView(meetingId, content);
    });

  return {
    async transcript(actor: Actor, meetingId: string) {
      await visibleOr(sync, actor, 'meetings', meetingId, 'MEETING_NOT_FOUND');
      const t = await sync.visible(actor, 'transcripts', meetingId);
      return {
        meetingId,
        status: t?.status ?? ('none' as const),
        progress: t?.progress ?? 0,
        error: t?.error ?? '',
        provider: t?.provider ?? '',
        model: t?.model ?? '',
        mode: t?.mode ?? '',
        generatedAt: t?.generatedAt ?? 0,
        list: (t?.segments ?? []).map((s) => segmentView(meetingId, s)),
        versions: (t?.versions ?? []).map(({ id, at, by, mode, segments }) => ({
          id,
          at,
          by,
          mode,
          lines: segments.length,
        })),
      };
    },
    async segment(actor: Actor, id: string) {
      const transcript = await visibleByElement(platform, actor, 'transcripts', 'segments', id);
      const segment = transcript?.segments.find((s) => s.id === id);
      if (!transcript || !segment) throw new CallError('TRANSCRIPT_SEGMENT_NOT_FOUND');
      return segmentView(transcript.meetingId, segment);
    },
    correct: (actor: Actor, id: string, content: string) =>
      changeSegment(actor, id, (s) => {
        const recognised = s.original || s.text;
        return { ...s, text: content, original: content === recognised ? '' : recognised };
      }),
    assign: (actor: Actor, id: string, participantId: string) =>
      changeSegment(actor, id, async (s, tx, meetingId) => {
        const meeting = await tx.get('meetings', meetingId);
        if (participantId && !meeting?.participants.some((p) => p.id === participantId))
          throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
        return { ...s, participantId };
      }),

    retry: (actor: Actor, meetingId: string) =>
      sync.write(actor.companyId, async (tx) => {
        const meeting = await ableOr(tx, actor, 'meetings', meetingId, 'update', CODES);
        if (meeting.recordings.length === 0) throw new CallError('MEETING_RECORDING_FILE_NOT_FOUND');
        const recordings = platform.db
          .updateTable('upload')
          .where('company_id', '=', actor.companyId)
          .where('meeting_id', '=', meetingId)
          .where('state', '=', 'finished');
        const transcript = await tx.get('transcripts', meetingId);
        if (transcript?.status === 'processing') return { status: transcript.status };
        if (transcript?.status === 'done') await recordings.set({ transcribed_at: null }).execute();
        await requestTranscription({ runs }, tx, meeting, actor.userId);
        return { status: 'waiting' as const };
      }),

    async note(actor: Actor, meetingId: string) {
      await visibleOr(sync, actor, 'meetings', meetingId, 'MEETING_NOT_FOUND');
      const content = await sync.visible(actor, 'noteContents', meetingNoteId(meetingId));
      return { note: content && noteView(meetingId, content) };
    },
    createNote: (actor: Actor, meetingId: string, content: string) =>
      writeNote(actor, meetingId, (before) =>
        before
          ? replaceWithMarkdown(before, [markdownOfState(before), content].filter(Boolean).join('\n\n'))
          : stateFromMarkdown(content),
      ),
    async updateNote(actor: Actor, id: string, content: string) {
      const current = await visibleOr(sync, actor, 'noteContents', id, 'NOTE_NOT_FOUND');
      if (current.subject !== 'meeting') throw new CallError('NOTE_NOT_FOUND');
      return writeNote(actor, current.subjectId, (before) =>
        before ? replaceWithMarkdown(before, content) : stateFromMarkdown(content),
      );
    },
  };
}
