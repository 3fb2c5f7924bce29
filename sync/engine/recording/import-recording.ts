/** A file from a person's disk becomes the recording of a meeting: its bytes are copied into this device first, slice by slice. */
import { LIMITS } from '../../model/limits';
import { newId } from '../../model/ids';
import { clean, graphemeLength } from '../../model/text';
import { CallError } from '../../protocol/errors';
import { recordingLock, type DeviceDatabase, type LocalRecording } from '../storage/device-database';
import { AUDIO_MIME, checkAudioFile, SNIFF_BYTES, sniffAudio, wavDuration } from './audio-file';
import { writeChunk } from './chunk-store';
import { deleteRecording, type LockQuery } from './recover-recording';
import { Sha256 } from './sha256';
import { isQuotaError } from '../storage/quota';

/** bytes of one row of an imported file */
const SLICE = 1024 * 1024;

export interface ImportInput {
  meetingId: string;
  file: Blob;
  fileName: string;
  language: string;
  /** made here when not given */
  id?: string;
  /** milliseconds since the epoch */
  now?: number;
  locks?: LockManager;
}

/**
 * Copies a .wav, .webm or .mp3 of at most 300 MB into the device database and queues it. Nothing is left behind when it fails.
 *
 * Throws CallError: FILE_TYPE_NOT_SUPPORT (name or content), FILE_CONTENT_EMPTY, FILE_MAX_LENGTH_EXCEEDED, FILE_NAME_REQUIRED,
 * FILE_NAME_LENGTH_EXCEEDED, DEVICE_STORAGE_FULL.
 */
export async function importRecording(db: DeviceDatabase, input: ImportInput): Promise<LocalRecording> {
  const { file, meetingId, language, id = newId(), now = Date.now(), locks = globalThis.navigator?.locks } = input;
  const fileName = clean(input.fileName);
  if (!fileName) throw new CallError('FILE_NAME_REQUIRED');
  if (graphemeLength(fileName) > LIMITS.fileName.max) throw new CallError('FILE_NAME_LENGTH_EXCEEDED');
  checkAudioFile({ name: fileName, size: file.size });
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  const kind = sniffAudio(head);
  if (!kind)
    throw new CallError('FILE_TYPE_NOT_SUPPORT', { params: { fileName, formats: LIMITS.audioTypes.join(', ') } });

  const durationMs = kind === 'wav' ? wavDuration(head, file.size) : 0;
  const recording: LocalRecording = {
    id,
    meetingId,
    state: 'imported',
    transfer: 'local',
    fileName,
    mimeType: AUDIO_MIME[kind],
    language,
    source: 'file',
    startedAt: now,
    endedAt: now,
    capturedMs: durationMs,
    wallMs: durationMs,
    gaps: [],
    bytes: 0,
    chunks: 0,
    sha256: '',
  };
  return holding(locks, id, async () => {
    try {
      await db.recordings.add(recording);
      await copySlices(db, file, recording);
      await db.recordings.put(recording);
      return recording;
    } catch (error) {
      await deleteRecording(db, id).catch(() => undefined);
      throw isQuotaError(error) ? new CallError('DEVICE_STORAGE_FULL', { cause: error }) : error;
    }
  });
}

/** Copies the file into rows, one slice in memory at a time, and completes the recording's sums in place. */
async function copySlices(db: DeviceDatabase, file: Blob, recording: LocalRecording): Promise<void> {
  const hash = new Sha256();
  for (let at = 0; at < file.size; at += SLICE) {
    const bytes = new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer());
    hash.update(bytes);
    const seq = recording.chunks;
    recording.chunks += 1;
    recording.bytes += bytes.length;
    await writeChunk(db, { recordingId: recording.id, seq, bytes, durationMs: 0, atMs: 0 }, { ...recording });
  }
  recording.sha256 = hash.hex();
  recording.transfer = 'queued';
}

/** The lock tells other tabs that the copy is under way. */
const holding = <T>(locks: LockManager | undefined, id: string, work: () => Promise<T>): Promise<T> =>
  locks ? (locks.request(recordingLock(id), work) as Promise<T>) : work();

/** Deletes imports that were never completed (the browser was killed while copying). Gives how many. */
export async function sweepHalfImports(db: DeviceDatabase, locks: LockQuery): Promise<number> {
  const half = await db.recordings.rows
    .where('state')
    .equals('imported')
    .filter((r) => r.sha256 === '')
    .toArray();
  if (!half.length) return 0;
  const held = new Set(((await locks.query()).held ?? []).map((lock) => lock.name));
  const dead = half.filter((r) => !held.has(recordingLock(r.id)));
  for (const recording of dead) await deleteRecording(db, recording.id);
  return dead.length;
}
