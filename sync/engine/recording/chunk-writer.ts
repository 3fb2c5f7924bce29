/**
 * Writes a running recording to disk: every few seconds one row, with the recording's row in the same transaction, so
 * that rows and sums agree after a crash at any moment.
 *
 * Written rows stay in memory until the recording ends, about 22 MB per hour: if the database is deleted meanwhile,
 * they are all written to a new one.
 */
import type { Peaks } from '../../model/peaks';
import type { DeviceDatabase } from '../storage/device-database';
import type { LocalRecording, RecordingChunk } from '../storage/device-rows';
import { hashRecording } from './bytes';
import { writeChunk } from './chunk-store';
import { freeFileSpace } from '../storage/file-space';
import { isQuotaError } from '../storage/quota';
import { deleteRecording } from './recover-recording';

/** milliseconds of sound in one row: a crash loses at most this plus the time of one write */
export const CHUNK_MS = 3000;

export interface NewRecording {
  id: string;
  meetingId: string;
  fileName: string;
  mimeType: string;
  language: string;
  source: LocalRecording['source'];
  /** milliseconds since the epoch */
  startedAt: number;
}

/** Measurements of a recording, written with each row. */
export interface RecordingMeasures {
  peaks?: Peaks;
  wallMs: number;
  gaps: LocalRecording['gaps'];
}

/**
 * Attempts to recreate a deleted database, and the growing delay between them in milliseconds: a browser that is
 * clearing data rejects writes meanwhile.
 */
const REOPENS = 40;
const REOPEN_MS = 250;
const REOPEN_MAX_MS = 3_000;

/** deleted at once when the disk is full, about an hour of sound */
const FREED_BYTES = 22 * 1024 * 1024;

/** The connection is closed: the interrupted write did not happen. */
const isConnectionClosed = (error: unknown): boolean =>
  !isQuotaError(error) &&
  ['DatabaseClosedError', 'InvalidStateError', 'AbortError'].includes((error as { name?: string }).name ?? '');

export class ChunkWriter {
  #recording: LocalRecording;
  /** serialises writes, so that rows are consecutive; after a failure no further write is attempted */
  #tail: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | null = null;

  /** rows written so far */
  readonly #chunks: RecordingChunk[] = [];

  private constructor(
    private db: DeviceDatabase,
    recording: LocalRecording,
    private readonly reopen: (() => Promise<DeviceDatabase>) | null,
  ) {
    this.#recording = recording;
  }

  /** Adds the recording's row, durable before the first sound. `reopen` recreates a deleted database. */
  static async begin(
    db: DeviceDatabase,
    recording: NewRecording,
    reopen: (() => Promise<DeviceDatabase>) | null = null,
  ): Promise<ChunkWriter> {
    const row: LocalRecording = {
      ...recording,
      state: 'recording',
      transfer: 'local',
      endedAt: 0,
      capturedMs: 0,
      wallMs: 0,
      gaps: [],
      bytes: 0,
      chunks: 0,
      sha256: '',
    };
    await db.recordings.add(row);
    return new ChunkWriter(db, row, reopen);
  }

  /** The row as last written. */
  get recording(): Readonly<LocalRecording> {
    return this.#recording;
  }

  /**
   * Appends encoded sound; durable when it resolves. After a failure (a full disk) nothing of it was written, and
   * `recording` still matches the disk.
   */
  append(bytes: Uint8Array, durationMs: number, measures: RecordingMeasures): Promise<void> {
    return this.#queue(async () => {
      if (this.#failure) throw this.#failure.error;
      const r = this.#recording;
      const chunk: RecordingChunk = { recordingId: r.id, seq: r.chunks, bytes, durationMs, atMs: r.capturedMs };
      const next: LocalRecording = {
        ...r,
        chunks: r.chunks + 1,
        bytes: r.bytes + bytes.length,
        capturedMs: r.capturedMs + durationMs,
        ...measures,
      };
      try {
        await this.#write((db) => writeChunk(db, chunk, next));
      } catch (error) {
        // A later row would hide the missing one.
        this.#failure = { error };
        throw error;
      }
      this.#chunks.push(chunk);
      this.#recording = next;
    });
  }

  setState(state: 'recording' | 'paused'): Promise<void> {
    return this.#queue(async () => {
      const next = { ...this.#recording, state };
      await this.#write((db) => db.recordings.put(next));
      this.#recording = next;
    });
  }

  /** Writes everything again if the database was deleted. */
  rewriteIfDeleted(): Promise<void> {
    return this.#queue(() => this.#write((db) => db.recordings.put(this.#recording)));
  }

  /**
   * Ends the recording: computes the hash of all rows and queues the recording for upload. A recording without sound is
   * deleted, as the server rejects empty files. Rejects if the disk is full.
   */
  async finish(endedAt: number): Promise<LocalRecording> {
    await this.#tail;
    if (this.#recording.chunks === 0) {
      await this.#write((db) => deleteRecording(db, this.#recording.id));
      return { ...this.#recording, state: 'stopped', endedAt };
    }
    const sha256 = await this.#write((db) => hashRecording(db, this.#recording.id));
    const next: LocalRecording = { ...this.#recording, state: 'stopped', transfer: 'queued', endedAt, sha256 };
    await this.#write((db) => db.recordings.put(next));
    this.#recording = next;
    return next;
  }

  async #write<T>(work: (db: DeviceDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(this.db);
    } catch (error) {
      // nothing is more urgent than sound: it takes the place of files that the server has
      if (isQuotaError(error) && (await freeFileSpace(this.db, FREED_BYTES).catch(() => 0)) > 0) return work(this.db);
      if (!this.reopen || !isConnectionClosed(error)) throw error;
      for (let attempt = 1; ; attempt += 1) {
        try {
          this.db = await this.reopen();
          await this.db.recordings.put(this.#recording);
          for (const chunk of this.#chunks) await this.db.chunks.put(chunk);
          return await work(this.db);
        } catch (again) {
          if (attempt === REOPENS || isQuotaError(again)) throw again;
          await new Promise((resolve) => {
            setTimeout(resolve, Math.min(REOPEN_MAX_MS, attempt * REOPEN_MS));
          });
        }
      }
    }
  }

  #queue(write: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(write);
    this.#tail = done.catch(() => undefined);
    return done;
  }
}
