/**
 * What becomes of recordings that are no longer being made.
 *
 *   cut off ──► finished from its rows, queued, and told (`recovered:<id>`) until somebody has read it
 *          └──► under SHORTEST_MS: deleted, and told
 *   deleted ──► marked, hidden ── undone ──► as before
 *                            └── later ────► gone, and from the server where it may have it
 */
import { CallError } from '../../protocol/errors';
import { recordingLock, type DeviceDatabase, type LocalRecording } from '../storage/device-database';
import { SealError } from '../storage/sealing/vault';
import { deleteChunks, recordingChunks } from './chunk-store';
import { Sha256 } from './sha256';

/** The part of LockManager that tells who records. */
export type LockQuery = Pick<LockManager, 'query'>;

/** milliseconds of sound; less than that says nothing */
const SHORTEST_MS = 1000;

/** A recording that was cut off, as it is told to a person. */
export interface RecoveredRecording {
  id: string;
  meetingId: string;
  /** milliseconds of sound */
  capturedMs: number;
  /** when it was finished, device milliseconds */
  at: number;
  /** there was next to nothing in it: it is gone */
  dropped: boolean;
}

const NOTICE = 'recovered:';

/** Recordings in state recording or paused whose lock nobody holds: the browser or the tab ended while they ran. Newest first. */
export async function findOrphans(db: DeviceDatabase, locks: LockQuery): Promise<LocalRecording[]> {
  const running = await db.recordings.rows.where('state').anyOf('recording', 'paused').toArray();
  if (!running.length) return [];
  const { held = [] } = await locks.query();
  const holders = new Set(held.map((lock) => lock.name));
  return db.recordings.openAll(
    running.filter((r) => !holders.has(recordingLock(r.id))).sort((a, b) => b.startedAt - a.startedAt),
  );
}

/** Deletes a recording with its bytes and upload progress from this device, in one transaction. */
export async function deleteRecording(db: DeviceDatabase, id: string): Promise<void> {
  await db.transaction('rw', db.recordings.rows, db.chunks.rows, db.uploads, async () => {
    await deleteChunks(db, id);
    await db.uploads.delete(id);
    await db.recordings.delete(id);
  });
}

/** Sums and hash of the rows up to the first that is missing or damaged: what is behind a hole is no part of the recording. */
async function readRows(
  db: DeviceDatabase,
  id: string,
): Promise<Pick<LocalRecording, 'bytes' | 'chunks' | 'capturedMs' | 'sha256'>> {
  const sums = { bytes: 0, chunks: 0, capturedMs: 0 };
  const hash = new Sha256();
  try {
    for await (const chunk of recordingChunks(db, id)) {
      hash.update(chunk.bytes);
      sums.bytes += chunk.bytes.length;
      sums.chunks += 1;
      sums.capturedMs += chunk.durationMs;
    }
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof SealError)) throw error;
  }
  return { ...sums, sha256: hash.hex() };
}

/**
 * Finishes a recording that was cut off, from its rows, which are the truth: it is stopped and queued, or gone where it is too short.
 * What it became is noted in the same transaction. Null where it is no orphan any more. Rejects as a full disk does.
 */
export async function finishOrphan(db: DeviceDatabase, id: string, now: number): Promise<RecoveredRecording | null> {
  const recording = await db.recordings.get(id);
  if (recording?.state !== 'recording' && recording?.state !== 'paused') return null;
  const sums = await readRows(db, id);
  const lostMs = Math.round(recording.capturedMs - sums.capturedMs);
  const gaps = lostMs > 0 ? [...recording.gaps, { atMs: Math.round(sums.capturedMs), lostMs }] : recording.gaps;
  const endedAt = recording.startedAt + Math.round(Math.max(recording.wallMs, sums.capturedMs));
  const dropped = sums.capturedMs < SHORTEST_MS;
  const notice: RecoveredRecording = {
    id,
    meetingId: recording.meetingId,
    capturedMs: sums.capturedMs,
    at: now,
    dropped,
  };
  // sealed before: a transaction waits for nothing else
  const [row, note] = await Promise.all([
    db.recordings.seal({ ...recording, ...sums, gaps, state: 'stopped', transfer: 'queued', endedAt }),
    db.meta.seal({ key: NOTICE + id, value: notice }),
  ]);
  await db.transaction('rw', db.recordings.rows, db.chunks.rows, db.uploads, db.meta.rows, async () => {
    await db.meta.rows.put(note);
    if (dropped) await deleteRecording(db, id);
    else {
      await db.chunks.rows
        .where('recordingId')
        .equals(id)
        .filter(({ seq }) => seq >= sums.chunks)
        .delete();
      await db.recordings.rows.put(row);
    }
  });
  return notice;
}

/** Rows of what was recovered and not read yet, for a live query. */
export const recoveredRows = (db: DeviceDatabase) => db.meta.rows.where('key').startsWith(NOTICE).toArray();

/** The person has read it, or deleted the recording. */
export const forgetRecovered = (db: DeviceDatabase, ids: string[]): Promise<void> =>
  db.meta.bulkDelete(ids.map((id) => NOTICE + id));

/** Marks a whole recording as deleted: no list shows it and nothing sends it. */
export async function markDeleted(db: DeviceDatabase, id: string, at: number): Promise<void> {
  await db.transaction('rw', db.recordings.rows, async () => {
    const row = await db.recordings.rows.get(id);
    if (!row || row.transfer === 'deleted') return;
    if (row.state === 'recording' || row.state === 'paused') throw new CallError('MEETING_STATUS_INVALID');
    await db.recordings.rows.update(id, { transfer: 'deleted', deleted: { at, transfer: row.transfer } });
  });
}

/** Undoes that. Throws MEETING_RECORDING_FILE_NOT_FOUND where it is gone already. */
export async function unmarkDeleted(db: DeviceDatabase, id: string): Promise<void> {
  await db.transaction('rw', db.recordings.rows, async () => {
    const row = await db.recordings.rows.get(id);
    if (!row) throw new CallError('MEETING_RECORDING_FILE_NOT_FOUND');
    if (row.deleted)
      await db.recordings.rows.update(id, {
        transfer: row.deleted.transfer === 'uploading' ? 'queued' : row.deleted.transfer,
        deleted: undefined,
      });
  });
}

/** Notes how far sending is; of a recording deleted meanwhile for the case that it is brought back. */
export async function setTransfer(db: DeviceDatabase, id: string, transfer: 'uploading' | 'onServer'): Promise<void> {
  await db.transaction('rw', db.recordings.rows, async () => {
    const row = await db.recordings.rows.get(id);
    if (row)
      await db.recordings.rows.update(id, row.deleted ? { deleted: { ...row.deleted, transfer } } : { transfer });
  });
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
