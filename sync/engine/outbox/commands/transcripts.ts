/** Corrections of transcripts and their speakers; transcription and import run on the server. */
import { correctionsBetween, withinLimits } from '../../../model/corrections';
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
    checkedFields('transcripts', { segments: changedSegments(segments, change) }),
  );
}

const changedSegments = (segments: Segment[], change: (segment: Segment) => Partial<Segment> | null): Segment[] =>
  segments.map((s) => {
    const changed = change(s);
    return changed ? { ...s, ...changed } : s;
  });

/** Corrects segments, and records what was corrected. Throws if `only` is given and there is no such segment. */
async function correctSegments(
  context: CommandContext,
  meetingId: string,
  change: (segment: Segment) => Partial<Segment> | null,
  only?: string,
): Promise<void> {
  await allowed(context, 'transcripts', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  const by = { userId: context.account.userId, at: context.clock.now() };
  await context.documents.change('transcripts', meetingId, ({ segments, corrections = [] }) => {
    if (only !== undefined && !segments.some((s) => s.id === only)) throw new CallError('TRANSCRIPT_SEGMENT_NOT_FOUND');
    const after = changedSegments(segments, change);
    const made = correctionsBetween(segments, after, by);
    return checkedFields('transcripts', {
      segments: after,
      ...(made.length > 0 ? { corrections: withinLimits([...corrections, ...made]) } : {}),
    });
  });
}

/** A correction; the first one stores the recognised text. */
const corrected = (segment: Segment, text: string): Partial<Segment> => ({
  text: text.normalize('NFC'),
  original: segment.original || segment.text,
});

export const transcriptCommands: Handlers<'transcript'> = {
  async 'transcript.correct'(context, { meetingId, segmentId, text }) {
    await correctSegments(
      context,
      meetingId,
      (segment) => (segment.id === segmentId ? corrected(segment, text) : null),
      segmentId,
    );
    return null;
  },

  async 'transcript.correctAll'(context, { meetingId, changes }) {
    const texts = new Map(changes.map(({ segmentId, text }) => [segmentId, text]));
    await correctSegments(context, meetingId, (segment) => {
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
    await correctSegments(context, meetingId, (s) => (ids.has(s.id) ? { participantId } : null));
    return null;
  },

  async 'transcript.assign'(context, { meetingId, segmentId, participantId }) {
    const meeting = await context.documents.get('meetings', meetingId);
    if (participantId && !meeting?.participants.some((p) => p.id === participantId))
      throw new CallError('MEETING_PARTICIPANT_NOT_FOUND');
    await correctSegments(context, meetingId, (s) => (s.id === segmentId ? { participantId } : null), segmentId);
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
