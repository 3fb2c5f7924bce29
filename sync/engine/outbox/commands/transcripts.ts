/** Corrections of transcripts and their speakers; transcription and import run on the server. */
import type { CaptionLine } from '../../../model/captions';
import { correctedText, withCorrected, withinLimits, type Correction } from '../../../model/corrections';
import type { Doc } from '../../../model/kinds';
import { TRANSCRIPT_CHARACTERS } from '../../../model/kinds/transcripts';
import type { Participant } from '../../../model/participants';
import { IMPORTED_LINES, transcriptCharacters } from '../../../model/transcript-file';
import { CallError } from '../../../protocol/errors';
import { keepCaptions, keptLines } from '../../recording/kept-captions';
import type { OutboxCall } from '../../storage/device-rows';
import type { NewCall } from '../outbox';
import { allowed, checkedFields, type CommandContext, type Handlers } from './context';

type Segment = Doc<'transcripts'>['segments'][number];

/**
 * Corrects segments, and adds the corrections to the transcript's history.
 *
 * @param only throws TRANSCRIPT_SEGMENT_NOT_FOUND if there is no such segment
 * @param merged the speaker who is merged into another
 */
export async function correctSegments(
  context: CommandContext,
  meetingId: string,
  change: (segment: Segment) => Partial<Segment> | null,
  { only, merged }: { only?: string; merged?: Participant } = {},
): Promise<void> {
  await allowed(context, 'transcripts', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  const by = { userId: context.account.userId, at: context.clock.now() };
  await context.documents.change('transcripts', meetingId, (transcript) => {
    if (only !== undefined && !transcript.segments.some((s) => s.id === only))
      throw new CallError('TRANSCRIPT_SEGMENT_NOT_FOUND');
    return checkedFields('transcripts', withCorrected(transcript, change, by, merged));
  });
}

/** Adds a change of a whole speaker to the history, if there is a transcript. */
export async function recordSpeaker(
  context: CommandContext,
  meetingId: string,
  change: (by: { userId: string; at: number }) => Correction | null,
): Promise<void> {
  const made = change({ userId: context.account.userId, at: context.clock.now() });
  const { documents } = context;
  if (!made || !documents.names.includes('transcripts') || !(await documents.get('transcripts', meetingId))) return;
  await allowed(context, 'transcripts', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  await documents.change('transcripts', meetingId, ({ corrections = [] }) =>
    checkedFields('transcripts', { corrections: withinLimits([...corrections, made]) }),
  );
}

const LABELS = {
  import: 'transcriptImport',
  draft: 'transcriptDraft',
  restore: 'transcriptRestore',
  retry: 'transcriptRetry',
} as const;

/** They have words of the person with them, which are not deleted unseen if a colleague deletes the meeting. */
const WITH_WORDS: readonly (keyof typeof LABELS)[] = ['import', 'draft'];

/** A call that changes the transcript on the server. */
async function callOf(
  context: CommandContext,
  meetingId: string,
  call: keyof typeof LABELS,
  input: Record<string, unknown>,
): Promise<NewCall> {
  const meeting = await allowed(context, 'meetings', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  return {
    service: 'core',
    method: 'POST',
    path: `/meeting/transcription/${call}`,
    input: { meetingId, ...input },
    label: { key: LABELS[call], params: { title: meeting.title } },
    about: `meetings/${meetingId}`,
    ...(WITH_WORDS.includes(call) ? {} : { endsWithDocument: true as const }),
    after: [`meetings/${meetingId}`],
  };
}

/** Queues a call: only the server replaces transcripts. */
async function queue(...call: Parameters<typeof callOf>): Promise<void> {
  const [{ outbox }] = call;
  await outbox.add(await callOf(...call));
}

/** Whether a queued call sends the draft of a recording. */
export const isDraftOf = ({ label, input }: Pick<OutboxCall, 'label' | 'input'>, recordingId: string): boolean =>
  label.key === LABELS.draft && (input as { recordingId?: unknown }).recordingId === recordingId;

/** Queues the lines as the draft of a recording, replacing a waiting call. */
async function queueDraft(
  context: CommandContext,
  { meetingId, recordingId, lines }: { meetingId: string; recordingId: string; lines: CaptionLine[] },
): Promise<void> {
  const call = await callOf(context, meetingId, 'draft', { recordingId, lines });
  await context.outbox.replace((queued) => isDraftOf(queued, recordingId), call);
}

/**
 * Queues the stored captions of an interrupted recording as its draft. Does nothing if the person may no longer change
 * the meeting.
 */
export async function sendKeptCaptions(
  context: CommandContext,
  { id: recordingId, meetingId }: { id: string; meetingId: string },
): Promise<void> {
  const lines = await keptLines(context.device, recordingId);
  if (lines.length === 0) return;
  try {
    await queueDraft(context, { meetingId, recordingId, lines });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

export const transcriptCommands: Handlers<'transcript'> = {
  async 'transcript.correct'(context, { meetingId, segmentId, text }) {
    await correctSegments(
      context,
      meetingId,
      (segment) => (segment.id === segmentId ? correctedText(segment, text) : null),
      { only: segmentId },
    );
    return null;
  },

  async 'transcript.correctAll'(context, { meetingId, changes }) {
    const texts = new Map(changes.map(({ segmentId, text }) => [segmentId, text]));
    await correctSegments(context, meetingId, (segment) => {
      const text = texts.get(segment.id);
      return text === undefined || text === segment.text ? null : correctedText(segment, text);
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
    await correctSegments(context, meetingId, (s) => (s.id === segmentId ? { participantId } : null), {
      only: segmentId,
    });
    return null;
  },

  async 'transcript.import'(context, { meetingId, lines, isReplacing }) {
    if (lines.length === 0) throw new CallError('FILE_CONTENT_EMPTY');
    // checked now, while the person can still choose another file
    if (lines.length > IMPORTED_LINES || transcriptCharacters(lines) > TRANSCRIPT_CHARACTERS)
      throw new CallError('TRANSCRIPT_TOO_LARGE');
    await queue(context, meetingId, 'import', { lines, isReplacing });
    return null;
  },

  async 'transcript.keepCaptions'({ device }, kept) {
    await keepCaptions(device, kept);
    return null;
  },

  async 'transcript.draft'(context, draft) {
    await keepCaptions(context.device, draft);
    await queueDraft(context, draft);
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
