/**
 * A running recording: sound in, rows on disk out. The MP3 encoder and the clocks are injected, so that tests run it in
 * Node.
 *
 *            feed            every CHUNK_MS
 *   begin ─► running ─ resample ─ meter ─ encode ─ buffer ─► row on disk ─ saved
 *             │  ▲
 *       pause │  │ resume      limit reached · disk full · stop
 *             ▼  │             ──────────────────────────────────► ended (stored, queued)
 *            paused
 */
import { LIMITS } from '../../model/limits';
import { PeakMeter } from '../../model/peaks';
import type { DeviceDatabase } from '../storage/device-database';
import type { LocalRecording } from '../storage/device-rows';
import { CaptureClock, type Gap } from './capture-clock';
import { CHUNK_MS, ChunkWriter, type NewRecording } from './chunk-writer';
import type { EncoderEvent, EndReason, PauseReason } from './encoder-api';
import { isQuotaError } from '../storage/quota';
import { LevelMeter } from './level-meter';
import { Resampler } from './resampler';
import { Stopwatch, type Clocks } from './stopwatch';

/** Hz: the rate of speech recognition */
export const RECORDING_RATE = 16_000;
/** milliseconds without input after which it counts as lost */
const STALL_MS = 4000;
/** milliseconds to wait at a pause or stop for delayed sound: it is queued while the computer is busy */
const CATCH_UP_MS = 1000;
/** the same if a person asked and the times of capture are known: the first sound from after the press ends the wait */
const CATCH_UP_TIMED_MS = 5000;

export interface Mp3Stream {
  /** Samples of each channel at RECORDING_RATE, −1…1. @returns finished MP3 bytes, possibly none */
  encode(channels: readonly Float32Array[]): Uint8Array;
  /** the final MP3 bytes */
  flush(): Uint8Array;
}

export interface SessionParts {
  db: DeviceDatabase;
  /** recreates a deleted database */
  reopen?: () => Promise<DeviceDatabase>;
  mp3: Mp3Stream;
  clocks: Clocks;
  onEvent: (event: EncoderEvent) => void;
}

/** Channels of a recording: the microphone is left, shared sound is right (decision 108). */
export const channelsOf = (source: LocalRecording['source']): 1 | 2 => (source === 'both' ? 2 : 1);

export class RecordingSession {
  #phase: 'running' | 'paused' | 'ending' | 'ended' = 'paused';
  /** one for each channel, all at the same position */
  #resamplers: Resampler[] = [];
  #buffered: Uint8Array[] = [];
  /** samples encoded since the last row */
  #samples = 0;
  /** by channel */
  #silent: boolean[];
  #warned = false;
  #stalled = 0;
  #hasInput = false;
  #ending: Promise<LocalRecording> | null = null;
  #hasSound: Promise<boolean> = Promise.resolve(false);
  #settleSound: (arrived: boolean) => void = () => undefined;
  /** called after each block of sound, and at the end of the input */
  #onSound: (isLast: boolean) => void = () => undefined;
  /** the wait of a pause or stop for sound that was captured before it; null while the recording runs on */
  #catchingUp: Promise<void> | null = null;
  #isCaughtUp = false;
  /** whether the last block had its time of capture */
  #isTimed = false;
  /** sound that was captured until then is left out; milliseconds of the monotonic clock */
  #acceptedFrom = -Infinity;
  readonly #clock: CaptureClock;
  /** from begin to end, pauses included */
  readonly #lifetime: Stopwatch;
  /** one for each channel */
  readonly #meters: LevelMeter[];
  readonly #peaks = new PeakMeter(RECORDING_RATE);

  private constructor(
    private readonly parts: SessionParts,
    private readonly writer: ChunkWriter,
  ) {
    this.#meters = Array.from({ length: channelsOf(writer.recording.source) }, () => new LevelMeter(RECORDING_RATE));
    this.#silent = this.#meters.map(() => false);
    this.#clock = new CaptureClock(parts.clocks);
    this.#lifetime = new Stopwatch(parts.clocks);
    this.#lifetime.start();
  }

  /** The recording's row is durable when this resolves; sound is accepted from `resume` on. */
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

  /**
   * The database was deleted: resets the saved amount and writes everything again, without waiting for the next row.
   */
  async databaseDeleted(): Promise<void> {
    if (this.#phase !== 'running' && this.#phase !== 'paused') return;
    this.parts.onEvent({ type: 'saved', bytes: 0, capturedMs: 0 });
    await this.#guard(async () => {
      await this.writer.rewriteIfDeleted();
      this.#reportSaved();
    });
  }

  /**
   * Feeds a block of each channel, all of one length, at any rate. Ignored while paused.
   * @param capturedAt milliseconds of the monotonic clock; null: unknown
   */
  feed(block: readonly Float32Array[], rate: number, capturedAt: number | null = null): void {
    if (this.#phase !== 'running' || this.#isCaughtUp) return;
    this.#hasInput = true;
    if (capturedAt !== null && capturedAt <= this.#acceptedFrom) return;
    this.#isTimed = capturedAt !== null;
    this.#settleSound(true);
    if (this.#resamplers[0]?.from !== rate)
      this.#resamplers = this.#meters.map(() => new Resampler(rate, RECORDING_RATE));
    this.#reportGap(this.#clock.captured(((block[0]?.length ?? 0) / rate) * 1000, capturedAt));
    this.#encode(this.#resamplers.map((resampler, channel) => resampler.push(block[channel]!)));
    this.#onSound(false);
    if (this.#samples * 1000 >= CHUNK_MS * RECORDING_RATE) void this.#save();
    if (!this.#warned && this.#clock.capturedMs >= LIMITS.recording.warnAt * 1000) {
      this.#warned = true;
      this.parts.onEvent({ type: 'nearEnd' });
    }
    if (this.#clock.capturedMs >= LIMITS.recording.max * 1000) void this.#end('limit');
  }

  /**
   * Called every second by the worker: some lost inputs raise no event, so an input without data for STALL_MS is
   * treated as lost.
   */
  checkInput(): void {
    this.#lifetime.read();
    // a pause or stop that waits for sound ends by itself
    if (this.#phase !== 'running' || this.#catchingUp) return;
    this.#stalled = this.#hasInput ? 0 : this.#stalled + 1;
    this.#hasInput = false;
    if (this.#stalled * 1000 >= STALL_MS) void this.inputEnded();
  }

  /** The input has ended. */
  inputEnded(): Promise<void> {
    this.#onSound(true);
    return this.#pause('inputLost');
  }

  /** @param queued sound of the input from before this moment: of a pause, or of an input that was opened for this */
  async resume(queued: 'leaveOut' | 'keep' = 'leaveOut'): Promise<void> {
    if (this.#phase !== 'paused') return;
    this.#phase = 'running';
    this.#catchingUp = null;
    this.#isCaughtUp = false;
    this.#acceptedFrom = queued === 'keep' ? -Infinity : this.parts.clocks.monotonic();
    this.#stalled = 0;
    this.#hasSound = new Promise((resolve) => {
      this.#settleSound = resolve;
    });
    this.#clock.resume();
    await this.#guard(() => this.writer.setState('recording'));
  }

  /** Resolves with the first sound since the last `resume`; to false if it paused or ended without any. */
  hasSound(): Promise<boolean> {
    return this.#hasSound;
  }

  /** All sound until now is durable when this resolves. */
  async pause(reason: PauseReason): Promise<void> {
    await this.#catchUp(reason);
    await this.#pause(reason);
  }

  async #pause(reason: PauseReason): Promise<void> {
    if (this.#phase !== 'running') return;
    this.#phase = 'paused';
    this.#settleSound(false);
    this.#clock.pause();
    this.#drain();
    this.#meters.forEach((meter) => meter.reset());
    this.parts.onEvent({ type: 'paused', reason });
    await this.#save();
    await this.#guard(() => this.writer.setState('paused'));
  }

  /** Ends the recording; all sound until now is durable when this resolves. */
  async stop(): Promise<LocalRecording> {
    await this.#catchUp('person');
    return this.#end('person');
  }

  /** Ends the recorded time at this moment, and waits for delayed sound from before. */
  #catchUp(reason: PauseReason): Promise<void> {
    if (this.#phase !== 'running') return Promise.resolve();
    // a lost input delivers no more sound, and the person must learn it soon
    const longest = reason === 'person' && this.#isTimed ? CATCH_UP_TIMED_MS : CATCH_UP_MS;
    this.#catchingUp ??= this.#waitForSound(this.#clock.pause(), longest);
    return this.#catchingUp;
  }

  /** @param longestMs to wait */
  #waitForSound(untilMs: number, longestMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#onSound = () => undefined;
        this.#isCaughtUp = true;
        this.#reportGap(this.#clock.lostAtEnd());
        resolve();
      };
      const timer = setTimeout(done, longestMs);
      this.#onSound = (isLast) => {
        if (isLast || this.#clock.arrivedUntilMs >= untilMs) done();
      };
      this.#onSound(false);
    });
  }

  #reportGap(gap: Gap | null): void {
    if (gap) this.parts.onEvent({ type: 'gap', gap });
  }

  #drain(): void {
    this.#encode(this.#resamplers.map((resampler) => resampler.flush()));
    this.#resamplers = [];
  }

  #encode(channels: readonly Float32Array[]): void {
    if (!channels[0]?.length) return;
    this.#measure(channels);
    this.#peaks.push(channels);
    const bytes = this.parts.mp3.encode(channels);
    if (bytes.length) this.#buffered.push(bytes);
    this.#samples += channels[0].length;
  }

  #measure(channels: readonly Float32Array[]): void {
    // all channels have the same number of samples, so all levels are due at the same time
    const levels = this.#meters
      .map((meter, channel) => meter.push(channels[channel]!))
      .filter((level) => level !== null);
    if (levels.length)
      this.parts.onEvent({ type: 'level', levels, capturedMs: this.#clock.capturedMs, wallMs: this.#clock.wallMs });
    const silent = this.#meters.map((meter) => meter.silent);
    if (silent.every((now, channel) => now === this.#silent[channel])) return;
    this.#silent = silent;
    this.parts.onEvent({ type: 'silence', silent });
  }

  /** The buffered bytes as one row; null if there are none. */
  #takeRow(): { bytes: Uint8Array; durationMs: number } | null {
    const size = this.#buffered.reduce((sum, part) => sum + part.length, 0);
    if (!size) return null;
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of this.#buffered) {
      bytes.set(part, at);
      at += part.length;
    }
    const durationMs = (this.#samples / RECORDING_RATE) * 1000;
    this.#buffered = [];
    this.#samples = 0;
    return { bytes, durationMs };
  }

  /** Makes buffered bytes durable. Rejects with the storage error. */
  async #append(): Promise<void> {
    const row = this.#takeRow();
    if (!row) return;
    await this.writer.append(row.bytes, row.durationMs, {
      wallMs: Math.round(this.#clock.wallMs),
      gaps: [...this.#clock.gaps],
      peaks: this.#peaks.read(),
    });
    this.#reportSaved();
  }

  #reportSaved(): void {
    const { bytes, capturedMs } = this.writer.recording;
    this.parts.onEvent({ type: 'saved', bytes, capturedMs });
  }

  #save(): Promise<void> {
    return this.#guard(() => this.#append());
  }

  /** A failed write ends the recording; written rows are preserved. */
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

  /** Based on measured time, as the clock may have been set since the start. */
  #endedAt(): number {
    return this.writer.recording.startedAt + Math.round(this.#lifetime.read());
  }

  async #finish(asked: EndReason): Promise<LocalRecording> {
    const running = this.#phase === 'running';
    this.#phase = 'ending';
    this.#settleSound(false);
    if (running) this.#clock.pause();
    let reason = asked;
    let recording: LocalRecording = { ...this.writer.recording };
    try {
      if (asked === 'person' || asked === 'limit') {
        this.#drain();
        // Without sound, the final bytes alone would make an empty recording.
        if (this.#samples > 0 || this.writer.recording.chunks > 0) this.#buffered.push(this.parts.mp3.flush());
        await this.#append().catch((error: unknown) => {
          reason = isQuotaError(error) ? 'storageFull' : 'failed';
        });
      }
      recording = await this.writer.finish(this.#endedAt());
    } catch (error) {
      // Not even the recording's row could be written. Without its lock the recording is an orphan, and recovery
      // finishes it.
      reason = isQuotaError(error) ? 'storageFull' : 'failed';
      recording = { ...recording, endedAt: this.#endedAt() };
    }
    this.#phase = 'ended';
    this.parts.onEvent({ type: 'ended', reason, recording });
    return recording;
  }
}
