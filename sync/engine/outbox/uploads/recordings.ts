/** Recordings to upload. */
import { filter } from 'rxjs';
import { uploadCalls } from '../../../protocol/uploads';
import { hashRecording } from '../../recording/bytes';
import { recordingChunks } from '../../recording/chunk-store';
import { setOnServer } from '../../recording/recover-recording';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LocalRecording } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';
import { partsFrom } from './parts';
import type { UploadItem } from './upload-item';

/** The recordings to upload. */
export async function queuedRecordings(device: DeviceDatabase): Promise<UploadItem[]> {
  const rows = await device.recordings.rows.where('transfer').anyOf('queued', 'uploading').toArray();
  return (await device.recordings.openAll(rows)).map((recording) => recordingUpload(device, recording));
}

const recordingUpload = (device: DeviceDatabase, recording: LocalRecording): UploadItem => {
  const { id, meetingId } = recording;
  const isToSend = (row: Omit<LocalRecording, 'fileName'> | undefined): boolean =>
    row?.meetingId === meetingId && (row.transfer === 'queued' || row.transfer === 'uploading');
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
    isQueued: async () => isToSend(await device.recordings.rows.get(id)),
    started: async () =>
      (await device.recordings.rows.where('id').equals(id).filter(isToSend).modify({ transfer: 'uploading' })) > 0,
    stopped$: deviceQuery(() => device.recordings.rows.get(id)).pipe(
      filter((row) => !isToSend(row) && row?.transfer !== 'onServer'),
    ),
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
      // if the recording belongs to another meeting by now, it must be uploaded for that one, too
      if ((await device.recordings.rows.get(id))?.meetingId !== meetingId) return;
      await device.recordings.update(id, { sha256 });
      await setOnServer(device, id);
    },
  };
};
