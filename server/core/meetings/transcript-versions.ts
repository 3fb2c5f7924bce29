/** Earlier versions of a transcript's text, stored when an import or a restore replaces it. */
import { newId } from '../../../sync/model/ids';
import type { Participant } from '../../../sync/model/participants';
import {
  TRANSCRIPT_CHARACTERS,
  type Segment,
  type Transcript,
  type TranscriptVersion,
} from '../../../sync/model/kinds/transcripts';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { ableOr } from '../change';
import type { CoreServices } from '../context';
import { withoutUnheard } from './speakers';

/** characters reserved for a transcript's other fields, mainly corrections */
const OTHER_CHARACTERS = 1024 * 1024;

/** The latest versions that fit into the document beside the text. */
function withinRoom(versions: readonly TranscriptVersion[], after: readonly Segment[]): TranscriptVersion[] {
  let room = TRANSCRIPT_CHARACTERS - OTHER_CHARACTERS - JSON.stringify(after).length;
  const kept: TranscriptVersion[] = [];
  for (const version of versions.slice(0, LIMITS.transcriptVersions)) {
    room -= JSON.stringify(version).length;
    if (room < 0) break;
    kept.push(version);
  }
  return kept;
}

/**
 * The versions after a person replaces the text: the present text is added if there is one.
 * @param after the text that replaces it
 */
export function versionsAfter(
  before: Omit<Transcript, 'abilities'>,
  after: readonly Segment[],
  participants: readonly Participant[],
  by: string,
  now: number,
): TranscriptVersion[] {
  const { segments, provider, model, mode, generatedAt, versions = [] } = before;
  if (segments.length === 0) return withinRoom(versions, after);
  const heard = new Set(segments.map(({ participantId }) => participantId));
  const speakers = participants.filter(({ id }) => heard.has(id));
  const present = { id: newId(now), segments, speakers, provider, model, mode, generatedAt, by, at: now };
  return withinRoom([present, ...versions], after);
}

/** The versions without segments of a deleted recording. */
export const versionsWithout = (versions: readonly TranscriptVersion[], recordingId: string): TranscriptVersion[] =>
  versions
    .map((version) => ({ ...version, segments: version.segments.filter((s) => s.recordingId !== recordingId) }))
    .filter(({ segments }) => segments.length > 0);

/** Restores a version; the present text becomes a version. */
export const createTranscriptRestoring =
  ({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>) =>
  (actor: Actor, meetingId: string, versionId: string) =>
    sync.write(actor.companyId, async (tx) => {
      const meeting = await ableOr(tx, actor, 'meetings', meetingId, 'update', {
        missing: 'MEETING_NOT_FOUND',
        denied: 'MEETING_ACCESS_DENIED',
      });
      const transcript = await tx.get('transcripts', meetingId);
      const version = transcript?.versions?.find(({ id }) => id === versionId);
      if (!transcript || !version) throw new CallError('TRANSCRIPT_VERSION_NOT_FOUND');
      const { segments, speakers, provider, model, mode, generatedAt } = version;
      const known = new Set(meeting.participants.map(({ id }) => id));
      const participants = [...meeting.participants, ...speakers.filter(({ id }) => !known.has(id))];
      const versions = versionsAfter(transcript, segments, meeting.participants, actor.userId, platform.clock.now());
      await tx.put('meetings', meetingId, { participants: withoutUnheard(participants, segments) });
      await tx.put('transcripts', meetingId, {
        segments,
        provider,
        model,
        mode,
        generatedAt,
        versions: versions.filter(({ id }) => id !== versionId),
      });
      return { status: transcript.status };
    });
