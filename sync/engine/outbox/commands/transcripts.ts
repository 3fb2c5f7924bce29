/** Corrections of transcripts and their speakers; transcription and import run on the server. */
import type { Doc } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { keepCaptions } from '../../recording/kept-captions';
import type { OutboxCall } from '../../storage/device-database';
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

const LABELS = {
  import: 'transcriptImport',
  draft: 'transcriptDraft',
  restore: 'transcriptRestore',
  retry: 'transcriptRetry',
} as const;

/** Queues a call: only the server replaces transcripts. */
async function queue(
  context: CommandContext,
  meetingId: string,
  call: keyof typeof LABELS,
  input: Record<string, unknown>,
): Promise<void> {
  const meeting = await allowed(context, 'meetings', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  await context.outbox.add({
    service: 'core',
    method: 'POST',
    path: `/meeting/transcription/${call}`,
    input: { meetingId, ...input },
    label: { key: LABELS[call], params: { title: meeting.title } },
    after: [`meetings/${meetingId}`],
  });
}

/** Whether a queued call sends the draft of a recording. */
export const isDraftOf = ({ label, input }: Pick<OutboxCall, 'label' | 'input'>, recordingId: string): boolean =>
  label.key === LABELS.draft && (input as { recordingId?: unknown }).recordingId === recordingId;

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

  async 'transcript.import'(context, { meetingId, lines, isReplacing }) {
    if (lines.length === 0) throw new CallError('FILE_CONTENT_EMPTY');
    await queue(context, meetingId, 'import', { lines, isReplacing });
    return null;
  },

  async 'transcript.draft'(context, { meetingId, recordingId, lines }) {
    await keepCaptions(context.device, { recordingId, lines });
    await queue(context, meetingId, 'draft', { recordingId, lines });
    return null;
  },

  async 'transcript.restore'(context, { meetingId, versionId }) {
    await queue(context, meetingId, 'restore', { versionId });
    return null;
  },

  async 'transcript.retry'(context, { meetingId }) {
    await queue(context, meetingId, 'retry', {});
    return null;
  },
};
