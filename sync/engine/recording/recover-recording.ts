/**
 * Recordings that are not running any more.
 *
 *   interrupted ──► finished from its rows, queued, and reported (`recovered:<id>`) until the report is read
 *              └──► under SHORTEST_MS: deleted and reported
 *   deleted ──► marked and hidden ── undo ──► as before
 *                                └── later ─► removed here, and from the server if it may have a copy
 */
import { CallError } from '../../protocol/errors';
import { type DeviceDatabase } from '../storage/device-database';
import { recordingLock, type LocalRecording } from '../storage/device-rows';
import { SealError } from '../storage/sealing/vault';
import { deleteChunks, recordingChunks } from './chunk-store';
import { Sha256 } from './sha256';

/** The part of LockManager that lists lock holders. */
export type LockQuery = Pick<LockManager, 'query'>;

/** milliseconds of sound; shorter recordings are dropped */
const SHORTEST_MS = 1000;

/** Report of an interrupted recording. */
export interface RecoveredRecording {
  id: string;
  meetingId: string;
  /** milliseconds of sound */
  capturedMs: number;
  /** device time of the recovery, milliseconds */
  at: number;
  /** too short: it was deleted */
  dropped: boolean;
}

const NOTICE = 'recovered:';

/**
 * Recordings in state recording or paused without a lock holder: the browser or the tab ended while they ran. Newest
 * first.
 */
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

/** As `deleteRecording`, if it is still marked as deleted. False: the deletion was undone meanwhile. */
export const deleteMarkedRecording = (db: DeviceDatabase, id: string): Promise<boolean> =>
  db.transaction('rw', db.recordings.rows, db.chunks.rows, db.uploads, async () => {
    if (!(await db.recordings.rows.get(id))?.deleted) return false;
    await deleteRecording(db, id);
    return true;
  });

/** Sums and hash of the rows before the first missing or damaged one; later rows are not part of the recording. */
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
 * Finishes an interrupted recording from its rows, which are authoritative: it is stopped and queued, or deleted if too
 * short. The report is stored in the same transaction. Null if it is no orphan any more. Rejects if the disk is full.
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
  // Encrypted before the transaction, which would commit while awaiting other work.
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

/** Rows of unread reports, for a live query. */
export const recoveredRows = (db: DeviceDatabase) => db.meta.rows.where('key').startsWith(NOTICE).toArray();

/** Deletes reports that were read, or whose recording was deleted. */
export const deleteRecoveryNotices = (db: DeviceDatabase, ids: string[]): Promise<void> =>
  db.meta.bulkDelete(ids.map((id) => NOTICE + id));

/** Marks a recording as deleted: it is hidden from lists and not uploaded. */
export async function markDeleted(db: DeviceDatabase, id: string, at: number): Promise<void> {
  await db.transaction('rw', db.recordings.rows, async () => {
    const row = await db.recordings.rows.get(id);
    if (!row || row.transfer === 'deleted') return;
    if (row.state === 'recording' || row.state === 'paused') throw new CallError('MEETING_STATUS_INVALID');
    await db.recordings.rows.update(id, { transfer: 'deleted', deleted: { at, transfer: row.transfer } });
  });
}

/** Undoes the mark. Throws MEETING_RECORDING_FILE_NOT_FOUND if the recording is already removed. */
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

/** Marks a recording as verified by the server; if it was deleted meanwhile, in the state that an undo restores. */
export async function setOnServer(db: DeviceDatabase, id: string): Promise<void> {
  const transfer = 'onServer';
  await db.transaction('rw', db.recordings.rows, async () => {
    const row = await db.recordings.rows.get(id);
    if (row)
      await db.recordings.rows.update(id, row.deleted ? { deleted: { ...row.deleted, transfer } } : { transfer });
  });
}

/**
 * Deletes the local copy of a recording that the server has verified. Throws CallError UPLOAD_INCOMPLETE before that:
 * the only copy is never deleted.
 */
export async function freeRecording(db: DeviceDatabase, id: string): Promise<void> {
  const recording = await db.recordings.get(id);
  if (!recording) return;
  if (recording.transfer !== 'onServer') throw new CallError('UPLOAD_INCOMPLETE');
  await deleteRecording(db, id);
}
