/**
 * The rows of a recording's sound. Only this file reads or writes them: what lies on disk may look otherwise than what is given out,
 * and a recording with a hole is never passed off as whole.
 */
import type { DeviceDatabase, LocalRecording, RecordingChunk } from '../storage/device-database';

/**
 * Adds a row, and with it, in the same transaction, what the recording's own row then says: a kill at any moment leaves both in
 * agreement. Durable when it resolves; rejects as the disk does, with nothing written.
 */
export async function writeChunk(db: DeviceDatabase, chunk: RecordingChunk, recording: LocalRecording): Promise<void> {
  // sealed before: a transaction waits for nothing else
  const [sound, row] = await Promise.all([db.chunks.seal(chunk), db.recordings.seal(recording)]);
  await db.transaction('rw', db.recordings.rows, db.chunks.rows, async () => {
    await db.chunks.rows.add(sound);
    await db.recordings.rows.put(row);
  });
}

/** The rows of a recording in order, from row `first` on, one in memory at a time. Throws a RangeError where one is missing. */
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
