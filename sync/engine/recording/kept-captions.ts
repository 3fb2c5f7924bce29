/**
 * Live captions of recordings of this device: stored line by line during the recording, and shown as the draft of the
 * transcript until the server has them.
 *
 *   meta  captions:<recording>   CaptionLine[], sealed
 */
import type { CaptionLine } from '../../model/captions';
import type { DeviceDatabase } from '../storage/device-database';
import { deleteRecording } from './recover-recording';

/** The stored captions of one recording. */
export interface KeptCaptions {
  recordingId: string;
  lines: CaptionLine[];
}

const KEY = 'captions:';

/** Replaces the stored lines of a recording; an empty list deletes them. */
export const keepCaptions = (db: DeviceDatabase, { recordingId, lines }: KeptCaptions): Promise<void> =>
  lines.length > 0 ? db.meta.put({ key: KEY + recordingId, value: lines }) : forgetCaptions(db, recordingId);

/** The stored lines of a recording; empty for none. */
export const keptLines = async (db: DeviceDatabase, recordingId: string): Promise<CaptionLine[]> =>
  ((await db.meta.get(KEY + recordingId))?.value as CaptionLine[] | undefined) ?? [];

export const hasCaptions = async (db: DeviceDatabase, recordingId: string): Promise<boolean> =>
  (await db.meta.rows.get(KEY + recordingId)) !== undefined;

/** Encrypted rows of the captions of a meeting's recordings, without deleted recordings; for a live query. */
export async function captionRows(db: DeviceDatabase, meetingId: string) {
  const recordings = await db.recordings.rows.where('meetingId').equals(meetingId).toArray();
  const kept = recordings.filter(({ transfer }) => transfer !== 'deleted');
  return (await db.meta.rows.bulkGet(kept.map(({ id }) => KEY + id))).filter((row) => row !== undefined);
}

export const captionsOf = ({ key, value }: { key: string; value: unknown }): KeptCaptions => ({
  recordingId: key.slice(KEY.length),
  lines: value as CaptionLine[],
});

export const forgetCaptions = (db: DeviceDatabase, recordingId: string): Promise<void> =>
  db.meta.delete(KEY + recordingId);

/** Deletes a recording with its captions. The captions first: without the recording they would never be found again. */
export async function deleteWithCaptions(db: DeviceDatabase, recordingId: string): Promise<void> {
  await forgetCaptions(db, recordingId);
  await deleteRecording(db, recordingId);
}
