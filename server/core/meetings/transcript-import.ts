/** Imports transcripts of other tools: speakers become participants, lines become segments without a recording. */
import { setImmediate } from 'node:timers/promises';
import { byTime } from '../../../sync/model/time-order';
import { newId } from '../../../sync/model/ids';
import type { Participant } from '../../../sync/model/participants';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { clean, cleanLines, truncate } from '../../../sync/model/text';
import { LIMITS } from '../../../sync/model/limits';
import type { ImportedLine } from '../../../sync/model/transcript-file';
import type { ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { ableOr } from '../change';
import type { CoreServices } from '../context';
import { carryCorrections } from './carry-corrections';
import { withoutUnheard } from './speakers';
import type { transcriptCalls } from './transcript-contract';
import { versionsAfter } from './transcript-versions';

/** most different speakers per file: some files have a name for each line */
const SPEAKERS_MAX = 200;

/** Maps each name to its participant's id; adds missing participants to `participants`. */
function speakersOf(lines: readonly ImportedLine[], participants: Participant[], now: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const { speaker } of lines) {
    const name = truncate(clean(speaker), LIMITS.participantName.max);
    if (!name || found.has(speaker) || found.size >= SPEAKERS_MAX) continue;
    let known = participants.find((p) => p.name === name || p.transcriptionOriName === name);
    if (!known) {
      known = { id: newId(now), userId: '', type: 'speaker', name, transcriptionOriName: name };
      participants.push(known);
    }
    found.set(speaker, known.id);
  }
  return found;
}

/** Non-empty lines, truncated. Yields after long lines, since truncating a whole file of them takes a minute. */
async function cutLines(lines: readonly ImportedLine[]): Promise<ImportedLine[]> {
  const cut: ImportedLine[] = [];
  for (const line of lines) {
    const text = truncate(cleanLines(line.text), LIMITS.segmentText.max);
    if (text) cut.push({ ...line, text });
    if (line.text.length > LIMITS.segmentText.max) await setImmediate();
  }
  return cut;
}

export const createTranscriptImport = ({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>) => {
  /** Whether an uploaded recording still waits for transcription. */
  const isAwaited = async (companyId: string, meetingId: string): Promise<boolean> =>
    (await platform.db
      .selectFrom('upload')
      .select('id')
      .where('company_id', '=', companyId)
      .where('meeting_id', '=', meetingId)
      .where('state', '=', 'finished')
      .where('transcribed_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined;

  return async (
    actor: Actor,
    { meetingId, lines: given, isReplacing }: ParsedInput<(typeof transcriptCalls)['importTranscript']>,
  ) => {
    // before the transaction, which locks the organization's clock
    const lines = await cutLines(given);
    if (lines.length === 0) throw new CallError('FILE_CONTENT_EMPTY');
    return sync.write(actor.companyId, async (tx) => {
      const meeting = await ableOr(tx, actor, 'meetings', meetingId, 'update', {
        missing: 'MEETING_NOT_FOUND',
        denied: 'MEETING_ACCESS_DENIED',
      });
      const now = platform.clock.now();
      const transcript = await tx.get('transcripts', meetingId);
      const participants = [...meeting.participants];
      const speakers = speakersOf(lines, participants, now);
      const unordered = lines.map((line): Segment => {
        const isTimed = line.start >= 0 && line.end >= line.start;
        return {
          id: newId(now),
          recordingId: '',
          start: isTimed ? line.start : -1,
          end: isTimed ? line.end : -1,
          text: line.text,
          original: '',
          participantId: speakers.get(line.speaker) ?? '',
        };
      });
      const imported = byTime(unordered);
      const before = transcript?.segments ?? [];
      const recognised = isReplacing ? [] : before.filter((s) => s.recordingId !== '');
      const carried = carryCorrections(
        before.filter((s) => !recognised.includes(s)),
        imported,
        transcript?.corrections ?? [],
        { others: recognised, at: now, keeps: false },
      );
      // when replacing, the imported words are used; corrected ones stay in a version
      const segments = [...recognised, ...(isReplacing ? imported : carried.segments)];
      // an import next to recognised segments removes nothing, so it needs no version
      const isReplaced = recognised.length < before.length;
      await tx.put('meetings', meetingId, { participants: withoutUnheard(participants, segments) });
      // a pending or running transcription continues and adds its segments
      const present = transcript?.status ?? 'done';
      const isPending =
        present === 'processing' || (present !== 'done' && (await isAwaited(actor.companyId, meetingId)));
      const status = isPending ? present : ('done' as const);
      await tx.put('transcripts', meetingId, {
        ...(transcript ? {} : { meetingId, creatorId: meeting.creatorId, provider: '', model: '', progress: 1 }),
        space: meeting.space,
        segments,
        ...(transcript && isReplaced
          ? { versions: versionsAfter(transcript, segments, meeting.participants, actor.userId, now) }
          : {}),
        corrections: carried.corrections,
        ...(recognised.length > 0 ? {} : { mode: 'import', provider: '', model: '', generatedAt: now }),
        ...(isPending ? {} : { status, error: '', progress: 1 }),
      });
      return { status };
    });
  };
};
