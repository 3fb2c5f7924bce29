/**
 * Peaks of recordings, for the waveform of the player. A device sends those it measured while recording; other recordings
 * are measured by a job: after their upload, or when somebody first opens them.
 */
import type { CallOutput } from '../../../sync/protocol/call';
import type { uploadCalls } from '../../../sync/protocol/uploads';
import { ProviderFailure } from '../../ai/failure';
import { blobBytes } from '../../ai/transcription/audio/bytes';
import type { Actor, Platform } from '../../platform/context';
import type { SyncStore } from '../../sync/store';
import { blobKey } from './resumable';
import type { Uploads } from './service';
import { readPeaks, requestPeaks, storePeaks, type PeaksTask } from './stored-peaks';

export interface RecordingPeaks {
  /** Without peaks, and not pending, for a recording that is unknown, unfinished or not visible. */
  read(actor: Actor, recordingId: string): Promise<CallOutput<typeof uploadCalls.peaks>>;
  measure(task: PeaksTask): Promise<void>;
}

export function createRecordingPeaks(
  platform: Platform,
  sync: SyncStore,
  uploads: Pick<Uploads, 'findRecording'>,
): RecordingPeaks {
  return {
    async read(actor, recordingId) {
      const row = await uploads.findRecording(actor.companyId, recordingId);
      if (row?.state !== 'finished' || !(await sync.visible(actor, 'meetings', row.meeting_id)))
        return { peaks: null, isPending: false };
      const stored = await readPeaks(platform, row);
      if (stored) return { ...stored, isPending: false };
      await requestPeaks(platform, row);
      return { peaks: null, isPending: true };
    },

    async measure({ companyId, recordingId }) {
      const row = await uploads.findRecording(companyId, recordingId);
      if (row?.state !== 'finished' || (await readPeaks(platform, row))) return;
      // bytes that were lost are uploaded again, and then measured
      if ((await platform.blobs.size(blobKey(row.id))) === null) return;
      // Loaded lazily: the audio decoders are large.
      const { peaksOf } = await import('../../ai/transcription/audio/peaks');
      const source = blobBytes(platform.blobs, blobKey(row.id), row.size);
      const peaks = await peaksOf(source, row.kind).catch((error: unknown) => {
        // an unreadable file is not read again
        if (error instanceof ProviderFailure) return null;
        throw error;
      });
      await platform.transaction(async () => {
        // the recording may have been deleted meanwhile
        if (await uploads.findRecording(companyId, recordingId)) await storePeaks(platform, row, peaks);
      });
    },
  };
}
