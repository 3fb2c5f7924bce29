/** Drafts of transcripts: live captions that the recording person's device stores until the recording is transcribed. */
import { newId } from '../../../sync/model/ids';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { cleanLines, truncate } from '../../../sync/model/text';
import { LIMITS } from '../../../sync/model/limits';
import type { ParsedInput } from '../../../sync/protocol/call';
import type { Actor } from '../../platform/context';
import { ableOr } from '../change';
import type { CoreServices } from '../context';
import type { SyncTransaction } from '../../sync/store';
import type { transcriptCalls } from './transcript-contract';

const CODES = { missing: 'MEETING_NOT_FOUND', denied: 'MEETING_ACCESS_DENIED' } as const;

export const createTranscriptDrafts =
  ({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>) =>
  (actor: Actor, { meetingId, recordingId, lines }: ParsedInput<(typeof transcriptCalls)['draftTranscript']>) =>
    sync.write(actor.companyId, async (tx) => {
      const meeting = await ableOr(tx, actor, 'meetings', meetingId, 'update', CODES);
      const transcript = await tx.get('transcripts', meetingId);
      const upload = await platform.db
        .selectFrom('upload')
        .select(['meeting_id', 'transcribed_at'])
        .where('company_id', '=', actor.companyId)
        .where('recording_id', '=', recordingId)
        .executeTakeFirst();
      const before = transcript?.segments ?? [];
      const isTranscribed =
        upload?.transcribed_at != null || before.some((s) => s.recordingId === recordingId && !s.isDraft);
      // already transcribed, or of a recording of another meeting: change nothing
      if (isTranscribed || (upload && upload.meeting_id !== meetingId))
        return { status: transcript?.status ?? ('none' as const) };
      const now = platform.clock.now();
      const drafts = lines.flatMap(({ start, end, text }): Segment[] => {
        const words = truncate(cleanLines(text), LIMITS.segmentText.max);
        const at = { recordingId, start, end: Math.max(start, end) };
        return words ? [{ id: newId(now), ...at, text: words, original: '', participantId: '', isDraft: true }] : [];
      });
      const segments = [...before.filter((s) => s.recordingId !== recordingId), ...drafts];
      await tx.put('transcripts', meetingId, {
        ...(transcript
          ? {}
          : {
              meetingId,
              creatorId: meeting.creatorId,
              status: 'none' as const,
              progress: 0,
              error: '',
              provider: '',
              model: '',
              generatedAt: now,
            }),
        // the transcript has no segments of recordings yet
        ...(before.length > 0 ? {} : { mode: 'browser' }),
        space: meeting.space,
        segments,
      });
      return { status: transcript?.status ?? ('none' as const) };
    });

/** Deletes the draft of a recording that was deleted before its upload. The caller checks the right to edit. */
export async function removeDraft(tx: SyncTransaction, meetingId: string, recordingId: string): Promise<void> {
  const transcript = await tx.get('transcripts', meetingId);
  const segments = transcript?.segments.filter((s) => s.recordingId !== recordingId || !s.isDraft) ?? [];
  if (!transcript || segments.length === transcript.segments.length) return;
  if (segments.length === 0 && transcript.status === 'none') await tx.remove('transcripts', meetingId);
  else await tx.put('transcripts', meetingId, { segments });
}
