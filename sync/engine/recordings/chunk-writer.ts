/**
 * Writes a running recording to disk. One row every few seconds, and with it, in the same transaction, what the recording's row says
 * of it: a kill at any moment leaves rows and sums that agree.
 */
import type { DeviceDatabase, LocalRecording, RecordingChunk } from '../device/database';
import { hashRecording } from './bytes';
import { writeChunk } from './chunk-store';
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

export class ChunkWriter {
  #recording: LocalRecording;
  /** writes run one after another, so that rows are continuous; after a failed one no later one is tried */
  #tail: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | null = null;

  private constructor(private readonly db: DeviceDatabase, recording: LocalRecording) {
    this.#recording = recording;
  }

  /** Adds the recording's row, durable before the first sound. */
  static async begin(db: DeviceDatabase, recording: NewRecording): Promise<ChunkWriter> {
    const row: LocalRecording = {
      ...recording, state: 'recording', transfer: 'local', endedAt: 0, capturedMs: 0, wallMs: 0, gaps: [], bytes: 0, chunks: 0, sha256: '',
    };
    await db.recordings.add(row);
    return new ChunkWriter(db, row);
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
        ...r, chunks: r.chunks + 1, bytes: r.bytes + bytes.length, capturedMs: r.capturedMs + durationMs, wallMs: times.wallMs, gaps: [...times.gaps],
      };
      try {
        await writeChunk(this.db, chunk, next);
      } catch (error) {
        // A later row would hide the hole that this one leaves.
        this.#failure = { error };
        throw error;
      }
      this.#recording = next;
    });
  }

  setState(state: 'recording' | 'paused'): Promise<void> {
    return this.#queue(async () => {
      const next = { ...this.#recording, state };
      await this.db.recordings.put(next);
      this.#recording = next;
    });
  }

  /**
   * Ends it: the hash over all rows, then the row as stopped and wanted on the server. Without any sound the row goes: the server takes
   * no empty file. Rejects where the disk is full.
   */
  async finish(endedAt: number): Promise<LocalRecording> {
    await this.#tail;
    if (this.#recording.chunks === 0) {
      await deleteRecording(this.db, this.#recording.id);
      return { ...this.#recording, state: 'stopped', endedAt };
    }
    const sha256 = await hashRecording(this.db, this.#recording.id);
    const next: LocalRecording = { ...this.#recording, state: 'stopped', transfer: 'queued', endedAt, sha256 };
    await this.db.recordings.put(next);
    this.#recording = next;
    return next;
  }

  #queue(write: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(write);
    this.#tail = done.catch(() => undefined);
    return done;
  }
}
