/** What becomes of recordings that are no longer being made: recovery of orphans, freeing, deleting. */
import { CallError } from '../../protocol/errors';
import { recordingLock, type DeviceDatabase, type LocalRecording } from '../device/database';
import { deleteChunks, recordingChunks } from './chunk-store';
import { Sha256 } from './sha256';

/** The part of LockManager that tells who records. */
export type LockQuery = Pick<LockManager, 'query'>;

/** Recordings in state recording or paused whose lock nobody holds: the browser or the tab ended while they ran. Newest first. */
export async function findOrphans(db: DeviceDatabase, locks: LockQuery): Promise<LocalRecording[]> {
  const running = await db.recordings.rows.where('state').anyOf('recording', 'paused').toArray();
  if (!running.length) return [];
  const { held = [] } = await locks.query();
  const holders = new Set(held.map((lock) => lock.name));
  return db.recordings.openAll(running.filter((r) => !holders.has(recordingLock(r.id))).sort((a, b) => b.startedAt - a.startedAt));
}

/** Deletes a recording with its bytes and upload progress from this device, in one transaction. */
export async function deleteRecording(db: DeviceDatabase, id: string): Promise<void> {
  await db.transaction('rw', db.recordings.rows, db.chunks.rows, db.uploads, async () => {
    await deleteChunks(db, id);
    await db.uploads.delete(id);
    await db.recordings.delete(id);
  });
}

/**
 * Ends an orphan. `keep`: what is on disk becomes a stopped recording and is queued; `discard`: it is deleted. Gives the recording
 * kept, or null. Harmless when repeated. Throws CallError MEETING_RECORDING_FILE_NOT_FOUND for an unknown id.
 */
export async function recoverRecording(db: DeviceDatabase, id: string, action: 'keep' | 'discard', now = Date.now()): Promise<LocalRecording | null> {
  const recording = await db.recordings.get(id);
  if (!recording) {
    if (action === 'discard') return null;
    throw new CallError('MEETING_RECORDING_FILE_NOT_FOUND');
  }
  if (recording.state !== 'recording' && recording.state !== 'paused') return recording;
  if (action === 'discard') {
    await deleteRecording(db, id);
    return null;
  }
  // The rows are the truth: the sums are made anew, should a row and its recording ever disagree.
  let bytes = 0;
  let chunks = 0;
  let capturedMs = 0;
  const hash = new Sha256();
  for await (const chunk of recordingChunks(db, id)) {
    hash.update(chunk.bytes);
    bytes += chunk.bytes.length;
    chunks += 1;
    capturedMs += chunk.durationMs;
  }
  if (!chunks) {
    await deleteRecording(db, id);
    return null;
  }
  const sha256 = hash.hex();
  const endedAt = Math.min(now, recording.startedAt + Math.max(recording.wallMs, capturedMs));
  const kept: LocalRecording = { ...recording, state: 'stopped', transfer: 'queued', bytes, chunks, capturedMs, endedAt, sha256 };
  await db.recordings.put(kept);
  return kept;
}

/**
 * Frees the bytes of a recording that the server has checked; the row goes as well. Throws CallError UPLOAD_INCOMPLETE while the
 * server has not confirmed it: the only copy is never freed.
 */
export async function freeRecording(db: DeviceDatabase, id: string): Promise<void> {
  const recording = await db.recordings.get(id);
  if (!recording) return;
  if (recording.transfer !== 'onServer') throw new CallError('UPLOAD_INCOMPLETE');
  await deleteRecording(db, id);
}
