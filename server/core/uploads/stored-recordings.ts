/** Recordings that the server has verified: their state, and their deletion. */
import { ofSegments } from '../../../sync/model/corrections';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { removeDraft } from '../meetings/draft-transcript';
import { withoutUnheard } from '../meetings/speakers';
import { versionsWithout } from '../meetings/transcript-versions';
import { blobKey, createResumable } from './resumable';
import { forgetParts, type Uploads, type UploadServices } from './service';

export interface StoredRecordings {
  /** `stored`: a finished upload with all its bytes, of a meeting that the actor may see. */
  state(actor: Actor, recordingId: string): Promise<{ stored: boolean; sha256: string }>;
  remove(actor: Actor, input: { meetingId: string; recordingId: string }): Promise<void>;
}

const ABSENT = { stored: false, sha256: '' };

export function createStoredRecordings(core: UploadServices, uploads: Uploads): StoredRecordings {
  const { platform, sync, runs } = core;
  const { db } = platform;
  return {
    async state(actor, recordingId) {
      const row = await uploads.findRecording(actor.companyId, recordingId);
      if (row?.state !== 'finished' || !(await sync.visible(actor, 'meetings', row.meeting_id))) return ABSENT;
      return (await platform.blobs.size(blobKey(row.id))) === row.size
        ? { stored: true, sha256: row.sha256 ?? '' }
        : ABSENT;
    },

    async remove(actor, { meetingId, recordingId }) {
      const seen = await sync.visible(actor, 'meetings', meetingId);
      const row = await uploads.findRecording(actor.companyId, recordingId);
      // deleted with its meeting, or not visible to this person: nothing to delete
      if (!seen || (row && row.meeting_id !== meetingId)) return;
      if (!row) {
        if (seen.abilities.includes('update'))
          await sync.write(actor.companyId, (tx) => removeDraft(tx, meetingId, recordingId));
        return;
      }
      if (row.user_id !== actor.userId && !seen.abilities.includes('delete'))
        throw new CallError('MEETING_ACCESS_DENIED');
      await sync.write(actor.companyId, async (tx) => {
        await db.deleteFrom('upload').where('company_id', '=', actor.companyId).where('id', '=', row.id).execute();
        await forgetParts(runs, row);
        const [meeting, transcript] = [await tx.get('meetings', meetingId), await tx.get('transcripts', meetingId)];
        const recordings = meeting?.recordings.filter((r) => r.id !== recordingId) ?? [];
        const segments = transcript?.segments.filter((s) => s.recordingId !== recordingId) ?? [];
        if (meeting)
          await tx.put('meetings', meetingId, {
            recordings,
            ...(transcript ? { participants: withoutUnheard(meeting.participants, segments) } : {}),
          });
        if (!transcript) return;
        const versions = versionsWithout(transcript.versions ?? [], recordingId);
        // an imported text stays without a recording
        if (recordings.length === 0 && segments.length === 0 && versions.length === 0)
          await tx.remove('transcripts', meetingId);
        else
          await tx.put('transcripts', meetingId, {
            segments,
            ...(transcript.corrections ? { corrections: ofSegments(transcript.corrections, segments) } : {}),
            ...(transcript.versions ? { versions } : {}),
            ...(recordings.length === 0 ? { status: 'done' as const, error: '', progress: 1 } : {}),
          });
      });
      // the row first: bytes without a row are harmless, but a row without bytes would be offered for playback
      await createResumable(core).removeBytes(row.id);
    },
  };
}
