/** Recordings to upload. */
import { uploadCalls } from '../../../protocol/uploads';
import { hashRecording } from '../../recording/bytes';
import { recordingChunks } from '../../recording/chunk-store';
import { setTransfer } from '../../recording/recover-recording';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LocalRecording } from '../../storage/device-rows';
import { partsFrom } from './parts';
import type { UploadItem } from './upload-item';

export async function queuedRecordings(device: DeviceDatabase): Promise<UploadItem[]> {
  const rows = await device.recordings.rows.where('transfer').anyOf('queued', 'uploading').toArray();
  return (await device.recordings.openAll(rows)).map((recording) => recordingUpload(device, recording));
}

const recordingUpload = (device: DeviceDatabase, recording: LocalRecording): UploadItem => {
  const { id, meetingId } = recording;
  return {
    id,
    bytes: recording.bytes,
    since: recording.startedAt,
    subject: ['meetings', meetingId],
    missing: 'MEETING_NOT_FOUND',
    apply: (call, limits) =>
      call(
        uploadCalls.apply,
        {
          meetingId,
          recordingId: id,
          fileName: recording.fileName,
          size: recording.bytes,
          mimeType: recording.mimeType,
        },
        limits,
      ),
    parts: (offset, size, starts) => partsFrom((first) => recordingChunks(device, id, first), offset, size, starts),
    async started() {
      await setTransfer(device, id, 'uploading');
      return true;
    },
    async sha256() {
      if (recording.sha256) return recording.sha256;
      const sha256 = await hashRecording(device, id);
      // saved before the call: a finish without an answer does not need the hash again
      await device.recordings.update(id, { sha256 });
      return sha256;
    },
    finish: (call, uploadId, sha256, limits) =>
      call(
        uploadCalls.finish,
        {
          meetingId,
          uploadId,
          sha256,
          durationMs: Math.round(recording.capturedMs),
          tracks: recording.source === 'both' ? 'meAndOthers' : 'mixed',
          ...(recording.peaks ? { peaks: recording.peaks } : {}),
        },
        limits,
      ),
    async stored(sha256) {
      await device.recordings.update(id, { sha256 });
      await setTransfer(device, id, 'onServer');
    },
  };
};
