/** Earlier texts of a transcript: what an import, or the restoring of another one, has replaced. */
import { newId } from '../../../sync/model/ids';
import type { Participant } from '../../../sync/model/participants';
import type { Transcript, TranscriptVersion } from '../../../sync/model/kinds/transcripts';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { ableOr } from '../change';
import type { CoreServices } from '../context';
import { withoutUnheard } from './speakers';

/** The versions of a transcript that a person is about to replace: with its present text, if it has one. */
export function versionsAfter(
  before: Omit<Transcript, 'abilities'>,
  participants: readonly Participant[],
  by: string,
  now: number,
): TranscriptVersion[] {
  const { segments, provider, model, mode, generatedAt, versions = [] } = before;
  if (segments.length === 0) return versions;
  const heard = new Set(segments.map(({ participantId }) => participantId));
  const speakers = participants.filter(({ id }) => heard.has(id));
  const present = { id: newId(now), segments, speakers, provider, model, mode, generatedAt, by, at: now };
  return [present, ...versions].slice(0, LIMITS.transcriptVersions);
}

/** The versions without what was recognised of a recording that is deleted. */
export const versionsWithout = (versions: readonly TranscriptVersion[], recordingId: string): TranscriptVersion[] =>
  versions
    .map((version) => ({ ...version, segments: version.segments.filter((s) => s.recordingId !== recordingId) }))
    .filter(({ segments }) => segments.length > 0);

/** Takes a version back; the present text becomes one. */
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
      const versions = versionsAfter(transcript, meeting.participants, actor.userId, platform.clock.now());
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
