/** Recordings and images of texts on this device, with the progress of their uploads. */
import { switchMap, type Observable } from 'rxjs';
import type { ImageRow, RecordingRow } from '../live-queries';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LocalRecording, UploadState } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';

const recordingRow = (recording: LocalRecording, upload: UploadState | undefined): RecordingRow => ({
  ...recording,
  syncState: upload?.state === 'attention' ? 'attention' : recording.transfer === 'onServer' ? 'onServer' : 'onDevice',
  sent: recording.transfer === 'onServer' ? recording.bytes : (upload?.sent ?? 0),
  lastError: upload?.lastError ?? null,
});

/** Recordings of a meeting, or all on this device. */
export function recordings(device: DeviceDatabase, meetingId: string | undefined): Observable<RecordingRow[]> {
  return deviceQuery(async () => {
    const all = await (meetingId === undefined
      ? device.recordings.rows.toArray()
      : device.recordings.rows.where('meetingId').equals(meetingId).toArray());
    const rows = all.filter(({ transfer }) => transfer !== 'deleted');
    return {
      rows: rows.sort((a, b) => b.startedAt - a.startedAt),
      uploads: await device.uploads.bulkGet(rows.map((row) => row.id)),
    };
  }).pipe(
    switchMap(async ({ rows, uploads }) =>
      (await device.recordings.openAll(rows)).map((row, i) => recordingRow(row, uploads[i])),
    ),
  );
}

/** Images that were inserted into a text on this device, with the progress of their uploads. */
export const imagesOf = (device: DeviceDatabase, contentId: string): Observable<ImageRow[]> =>
  deviceQuery(async () => {
    const rows = await device.images
      .where('contentId')
      .equals(contentId)
      .filter(({ transfer }) => transfer !== 'seen')
      .toArray();
    const uploads = await device.uploads.bulkGet(rows.map(({ id }) => id));
    return rows.map(({ id, imageId = id, transfer, bytes }, i): ImageRow => ({
      id: imageId,
      state: transfer === 'onServer' ? 'onServer' : uploads[i]?.state === 'attention' ? 'attention' : 'onDevice',
      sent: bytes > 0 ? Math.min(1, (uploads[i]?.sent ?? 0) / bytes) : 0,
      error: uploads[i]?.lastError?.code ?? '',
    }));
  });
