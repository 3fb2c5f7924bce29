/** Corrections of transcripts and their speakers; transcription and import run on the server. */
import type { Doc } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { allowed, checkedFields, type CommandContext, type Handlers } from './context';

type Segment = Doc<'transcripts'>['segments'][number];

/** Changes segments of a transcript; null leaves one as it is. */
export async function changeSegments(
  context: CommandContext,
  meetingId: string,
  change: (segment: Segment) => Partial<Segment> | null,
): Promise<void> {
  await allowed(context, 'transcripts', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  await context.documents.change('transcripts', meetingId, ({ segments }) =>
    checkedFields('transcripts', {
      segments: segments.map((s) => {
        const changed = change(s);
        return changed ? { ...s, ...changed } : s;
      }),
    }),
  );
}

/** A correction; the first one stores the recognised text. */
const corrected = (segment: Segment, text: string): Partial<Segment> => ({
  text: text.normalize('NFC'),
  original: segment.original || segment.text,
});

/** Changes one segment of a transcript. */
async function changeSegment(
  context: CommandContext,
  meetingId: string,
  segmentId: string,
  change: (segment: Segment) => Partial<Segment>,
): Promise<void> {
  await allowed(context, 'transcripts', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  await context.documents.change('transcripts', meetingId, ({ segments }) => {
    if (!segments.some((s) => s.id === segmentId)) throw new CallError('TRANSCRIPT_SEGMENT_NOT_FOUND');
    return checkedFields('transcripts', {
      segments: segments.map((s) => (s.id === segmentId ? { ...s, ...change(s) } : s)),
    });
  });
}

export const transcriptCommands: Handlers<'transcript'> = {
  async 'transcript.correct'(context, { meetingId, segmentId, text }) {
    await changeSegment(context, meetingId, segmentId, (segment) => corrected(segment, text));
    return null;
  },

  async 'transcript.correctAll'(context, { meetingId, changes }) {
    const texts = new Map(changes.map(({ segmentId, text }) => [segmentId, text]));
    await changeSegments(context, meetingId, (segment) => {
      const text = texts.get(segment.id);
      return text === undefined || text === segment.text ? null : corrected(segment, text);
    });
    return null;
  },

  async 'transcript.assignAll'(context, { meetingId, segmentIds, participantId }) {
    const meeting = await context.documents.get('meetings', meetingId);
    if (participantId && !meeting?.participants.some((p) => p.id === participantId))
      throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
    const ids = new Set(segmentIds);
    await changeSegments(context, meetingId, (s) => (ids.has(s.id) ? { participantId } : null));
    return null;
  },

  async 'transcript.assign'(context, { meetingId, segmentId, participantId }) {
    const meeting = await context.documents.get('meetings', meetingId);
    if (participantId && !meeting?.participants.some((p) => p.id === participantId))
      throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
    await changeSegment(context, meetingId, segmentId, () => ({ participantId }));
    return null;
  },

  async 'transcript.import'(context, { meetingId, lines }) {
    const meeting = await allowed(
      context,
      'meetings',
      meetingId,
      'update',
      'MEETING_NOT_FOUND',
      'MEETING_ACCESS_DENIED',
    );
    if (lines.length === 0) throw new CallError('FILE_CONTENT_EMPTY');
    await context.outbox.add({
      service: 'core',
      method: 'POST',
      path: '/meeting/transcription/import',
      input: { meetingId, lines },
      label: { key: 'transcriptImport', params: { title: meeting.title } },
      after: [`meetings/${meetingId}`],
    });
    return null;
  },

  async 'transcript.retry'(context, { meetingId }) {
    const meeting = await allowed(
      context,
      'meetings',
      meetingId,
      'update',
      'MEETING_NOT_FOUND',
      'MEETING_ACCESS_DENIED',
    );
    await context.outbox.add({
      service: 'core',
      method: 'POST',
      path: '/meeting/transcription/retry',
      input: { meetingId },
      label: { key: 'transcriptRetry', params: { title: meeting.title } },
      after: [`meetings/${meetingId}`],
    });
    return null;
  },
};
