/**
 * One recording while it runs: sound in, rows on disk out. The MP3 encoder and the clocks are given, so that it runs in Node for tests.
 *
 *            feed            every CHUNK_MS
 *   begin ─► running ─ resample ─ meter ─ encode ─ buffer ─► row on disk ─ saved
 *             │  ▲
 *       pause │  │ resume      limit reached · disk full · stop
 *             ▼  │             ──────────────────────────────────► ended (kept, queued)
 *            paused
 */
import { LIMITS } from '../../model/limits';
import type { DeviceDatabase, LocalRecording } from '../storage/device-database';
import { CaptureClock } from './capture-clock';
import { CHUNK_MS, ChunkWriter, type NewRecording } from './chunk-writer';
import type { EncoderEvent, EndReason, PauseReason } from './encoder-api';
import { isQuotaError } from '../storage/quota';
import { LevelMeter } from './level-meter';
import { Resampler } from './resampler';
import { Stopwatch, type Clocks } from './stopwatch';

/** Hz, mono: what speech recognition works with */
export const RECORDING_RATE = 16_000;
/** milliseconds an input may give nothing before it counts as lost */
const STALL_MS = 4000;
/** milliseconds that sound made before a pause or stop may take to arrive: it waits in queues while the computer is busy */
const CATCH_UP_MS = 1000;

export interface Mp3Stream {
  /** Samples at RECORDING_RATE, −1…1. @returns what is finished of the MP3, perhaps nothing yet */
  encode(samples: Float32Array): Uint8Array;
  /** the end of the MP3 */
  flush(): Uint8Array;
}

export interface SessionParts {
  db: DeviceDatabase;
  /** makes the database anew once it was deleted */
  reopen?: () => Promise<DeviceDatabase>;
  mp3: Mp3Stream;
  clocks: Clocks;
  onEvent: (event: EncoderEvent) => void;
}

export class RecordingSession {
  #phase: 'running' | 'paused' | 'ending' | 'ended' = 'paused';
  #resampler: Resampler | null = null;
  #parts: Uint8Array[] = [];
  /** samples encoded since the last row */
  #samples = 0;
  #silent = false;
  #warned = false;
  #stalled = 0;
  #heard = false;
  #ending: Promise<LocalRecording> | null = null;
  /** called after each block of sound, and when no more will come */
  #onSound: (isLast: boolean) => void = () => undefined;
  readonly #clock: CaptureClock;
  /** from begin to end, pauses included */
  readonly #lifetime: Stopwatch;
  readonly #meter = new LevelMeter(RECORDING_RATE);

  private constructor(
    private readonly parts: SessionParts,
    private readonly writer: ChunkWriter,
  ) {
    this.#clock = new CaptureClock(parts.clocks);
    this.#lifetime = new Stopwatch(parts.clocks);
    this.#lifetime.start();
  }

  /** The recording's row is durable when this resolves; sound is taken from `resume` on. */
  static async begin(
    parts: SessionParts,
    recording: Omit<NewRecording, 'startedAt' | 'mimeType'>,
  ): Promise<RecordingSession> {
    const writer = await ChunkWriter.begin(
      parts.db,
      { ...recording, mimeType: 'audio/mpeg', startedAt: parts.clocks.wall() },
      parts.reopen ?? null,
    );
    return new RecordingSession(parts, writer);
  }

  get recording(): Readonly<LocalRecording> {
    return this.writer.recording;
  }

  /** The database was deleted: nothing is saved any more until what was recorded is written again, not only with the next row. */
  async databaseDeleted(): Promise<void> {
    if (this.#phase !== 'running' && this.#phase !== 'paused') return;
    this.parts.onEvent({ type: 'saved', bytes: 0, capturedMs: 0 });
    await this.#guard(async () => {
      await this.writer.ensure();
      this.#tellSaved();
    });
  }

  /** Takes a block of mono sound at any rate. What comes while it is paused is not recorded. */
  feed(block: Float32Array, rate: number): void {
    if (this.#phase !== 'running') return;
    this.#heard = true;
    if (this.#resampler?.from !== rate) this.#resampler = new Resampler(rate, RECORDING_RATE);
    const gap = this.#clock.captured((block.length / rate) * 1000);
    if (gap) this.parts.onEvent({ type: 'gap', gap });
    this.#encode(this.#resampler.push(block));
    this.#onSound(false);
    if (this.#samples * 1000 >= CHUNK_MS * RECORDING_RATE) void this.#save();
    if (!this.#warned && this.#clock.capturedMs >= LIMITS.recording.warnAt * 1000) {
      this.#warned = true;
      this.parts.onEvent({ type: 'nearEnd' });
    }
    if (this.#clock.capturedMs >= LIMITS.recording.max * 1000) void this.#end('limit');
  }

  /** Called every second by the worker: an input that gives nothing for STALL_MS is lost, though no event says so. */
  checkInput(): void {
    this.#lifetime.read();
    if (this.#phase !== 'running') return;
    this.#stalled = this.#heard ? 0 : this.#stalled + 1;
    this.#heard = false;
    if (this.#stalled * 1000 >= STALL_MS) void this.inputEnded();
  }

  /** The input gave all it had and is gone. */
  inputEnded(): Promise<void> {
    this.#onSound(true);
    return this.#pause('inputLost');
  }

  async resume(): Promise<void> {
    if (this.#phase !== 'paused') return;
    this.#phase = 'running';
    this.#stalled = 0;
    this.#clock.resume();
    await this.#guard(() => this.writer.setState('recording'));
  }

  /** What was said until now is on disk when this resolves. */
  async pause(reason: PauseReason): Promise<void> {
    await this.#catchUp();
    await this.#pause(reason);
  }

  async #pause(reason: PauseReason): Promise<void> {
    if (this.#phase !== 'running') return;
    this.#phase = 'paused';
    this.#clock.pause();
    this.#drain();
    this.#meter.reset();
    this.parts.onEvent({ type: 'paused', reason });
    await this.#save();
    await this.#guard(() => this.writer.setState('paused'));
  }

  /** Ends it; what was said until now is on disk when this resolves. */
  async stop(): Promise<LocalRecording> {
    await this.#catchUp();
    return this.#end('person');
  }

  /** Waits for the sound from before this moment that has not come in yet. */
  #catchUp(): Promise<void> {
    if (this.#phase !== 'running') return Promise.resolve();
    const until = this.#clock.now();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#onSound = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, CATCH_UP_MS);
      this.#onSound = (isLast) => {
        if (isLast || this.#clock.heardUntilMs >= until) done();
      };
      this.#onSound(false);
    });
  }

  #drain(): void {
    if (this.#resampler) this.#encode(this.#resampler.flush());
    this.#resampler = null;
  }

  #encode(samples: Float32Array): void {
    if (!samples.length) return;
    const level = this.#meter.push(samples);
    if (level)
      this.parts.onEvent({ type: 'level', level, capturedMs: this.#clock.capturedMs, wallMs: this.#clock.wallMs });
    if (this.#silent !== this.#meter.silent) {
      this.#silent = this.#meter.silent;
      this.parts.onEvent({ type: 'silence', silent: this.#silent });
    }
    const bytes = this.parts.mp3.encode(samples);
    if (bytes.length) this.#parts.push(bytes);
    this.#samples += samples.length;
  }

  /** What is buffered, as one row; null when no byte is finished yet. */
  #takeRow(): { bytes: Uint8Array; durationMs: number } | null {
    const size = this.#parts.reduce((sum, part) => sum + part.length, 0);
    if (!size) return null;
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    const durationMs = (this.#samples / RECORDING_RATE) * 1000;
    this.#parts = [];
    this.#samples = 0;
    return { bytes, durationMs };
  }

  /** Makes what is buffered durable. Rejects as the disk does. */
  async #append(): Promise<void> {
    const row = this.#takeRow();
    if (!row) return;
    await this.writer.append(row.bytes, row.durationMs, {
      wallMs: Math.round(this.#clock.wallMs),
      gaps: [...this.#clock.gaps],
    });
    this.#tellSaved();
  }

  #tellSaved(): void {
    const { bytes, capturedMs } = this.writer.recording;
    this.parts.onEvent({ type: 'saved', bytes, capturedMs });
  }

  #save(): Promise<void> {
    return this.#guard(() => this.#append());
  }

  /** A write that fails ends the recording; what is on disk stays. */
  async #guard(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      await this.#end(isQuotaError(error) ? 'storageFull' : 'failed');
    }
  }

  #end(asked: EndReason): Promise<LocalRecording> {
    this.#ending ??= this.#finish(asked);
    return this.#ending;
  }

  /** Measured, as the clock may have been set since it began. */
  #endedAt(): number {
    return this.writer.recording.startedAt + Math.round(this.#lifetime.read());
  }

  async #finish(asked: EndReason): Promise<LocalRecording> {
    const running = this.#phase === 'running';
    this.#phase = 'ending';
    if (running) this.#clock.pause();
    let reason = asked;
    let recording: LocalRecording = { ...this.writer.recording };
    try {
      if (asked === 'person' || asked === 'limit') {
        this.#drain();
        // without any sound the end of the MP3 alone would be a recording of nothing
        if (this.#samples > 0 || this.writer.recording.chunks > 0) this.#parts.push(this.parts.mp3.flush());
        await this.#append().catch((error: unknown) => {
          reason = isQuotaError(error) ? 'storageFull' : 'failed';
        });
      }
      recording = await this.writer.finish(this.#endedAt());
    } catch (error) {
      // Not even the row could be written: without its lock the recording is an orphan, and recovery offers it.
      reason = isQuotaError(error) ? 'storageFull' : 'failed';
      recording = { ...recording, endedAt: this.#endedAt() };
    }
    this.#phase = 'ended';
    this.parts.onEvent({ type: 'ended', reason, recording });
    return recording;
  }
}
