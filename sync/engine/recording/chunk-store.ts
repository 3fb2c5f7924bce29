/**
 * Rows of a recording's sound. All access goes through this file: the stored format may differ from the plain one, and
 * a recording with a missing row is never presented as complete.
 */
import type { DeviceDatabase } from '../storage/device-database';
import type { LocalRecording, RecordingChunk } from '../storage/device-rows';

/**
 * Adds a row and updates the recording's row in the same transaction, so that both agree after a crash at any moment.
 * Durable when it resolves; rejects with the storage error, with nothing written.
 */
export async function writeChunk(db: DeviceDatabase, chunk: RecordingChunk, recording: LocalRecording): Promise<void> {
  // Encrypted before the transaction, which would commit while awaiting other work.
  const [sound, row] = await Promise.all([db.chunks.seal(chunk), db.recordings.seal(recording)]);
  await db.transaction('rw', db.recordings.rows, db.chunks.rows, async () => {
    await db.chunks.rows.add(sound);
    await db.recordings.rows.put(row);
  });
}

/** Rows of a recording in order from row `first`, one in memory at a time. Throws a RangeError if one is missing. */
export async function* recordingChunks(
  db: DeviceDatabase,
  recordingId: string,
  first = 0,
): AsyncIterable<RecordingChunk> {
  const total = await db.chunks.rows.where('recordingId').equals(recordingId).count();
  for (let seq = first; seq < total; seq += 1) {
    const chunk = await db.chunks.get([recordingId, seq]);
    if (!chunk) throw new RangeError(`recording ${recordingId}: row ${seq} of ${total} is missing`);
    yield chunk;
  }
}

/** Deletes all rows of a recording. */
export async function deleteChunks(db: DeviceDatabase, recordingId: string): Promise<void> {
  await db.chunks.rows.where('recordingId').equals(recordingId).delete();
}
