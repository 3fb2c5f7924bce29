/**
 * Writes a running recording to disk. One row every few seconds, and with it, in the same transaction, what the recording's row says
 * of it: a kill at any moment leaves rows and sums that agree.
 *
 * What was written stays in memory until the recording ends, about 22 MB an hour: where somebody deletes the database meanwhile, all of
 * it goes into a new one.
 */
import type { DeviceDatabase, LocalRecording, RecordingChunk } from '../storage/device-database';
import { hashRecording } from './bytes';
import { writeChunk } from './chunk-store';
import { isQuotaError } from '../storage/quota';
import { deleteRecording } from './recover-recording';

/** milliseconds of sound in one row: what a kill can lose at most, together with the time of one write */
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

/** Time of a recording as the worker measured it, written beside each row. */
export interface RecordingTimes {
  wallMs: number;
  gaps: LocalRecording['gaps'];
}

/** Times a deleted database is made anew before the recording ends, and milliseconds between, ever more: a browser that clears data refuses meanwhile. */
const REOPENS = 40;
const REOPEN_MS = 250;
const REOPEN_MAX_MS = 3_000;

/** The connection is closed: whatever it was in the middle of was not written. */
const isGone = (error: unknown): boolean =>
  !isQuotaError(error) &&
  ['DatabaseClosedError', 'InvalidStateError', 'AbortError'].includes((error as { name?: string }).name ?? '');

export class ChunkWriter {
  #recording: LocalRecording;
  /** writes run one after another, so that rows are continuous; after a failed one no later one is tried */
  #tail: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | null = null;

  /** the rows so far */
  readonly #chunks: RecordingChunk[] = [];

  private constructor(
    private db: DeviceDatabase,
    recording: LocalRecording,
    private readonly reopen: (() => Promise<DeviceDatabase>) | null,
  ) {
    this.#recording = recording;
  }

  /** Adds the recording's row, durable before the first sound. `reopen` makes the database anew once it was deleted. */
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
   * Appends encoded sound. Resolves when it is durable. After a failure (a full disk) nothing of it was written and the writer
   * still tells the truth about what is on disk.
   */
  append(bytes: Uint8Array, durationMs: number, times: RecordingTimes): Promise<void> {
    return this.#queue(async () => {
      if (this.#failure) throw this.#failure.error;
      const r = this.#recording;
      const chunk: RecordingChunk = { recordingId: r.id, seq: r.chunks, bytes, durationMs, atMs: r.capturedMs };
      const next: LocalRecording = {
        ...r,
        chunks: r.chunks + 1,
        bytes: r.bytes + bytes.length,
        capturedMs: r.capturedMs + durationMs,
        wallMs: times.wallMs,
        gaps: [...times.gaps],
      };
      try {
        await this.#write((db) => writeChunk(db, chunk, next));
      } catch (error) {
        // A later row would hide the hole that this one leaves.
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

  /** Writes all of it again where the database was deleted. */
  ensure(): Promise<void> {
    return this.#queue(() => this.#write((db) => db.recordings.put(this.#recording)));
  }

  /**
   * Ends it: the hash over all rows, then the row as stopped and wanted on the server. Without any sound the row goes: the server takes
   * no empty file. Rejects where the disk is full.
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
      if (!this.reopen || !isGone(error)) throw error;
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
