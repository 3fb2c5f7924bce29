/**
 * The recorder of a page: worker, input, and the state that components read. One per page; it lives above the routes
 * and survives navigation. Its dependencies are passed in.
 */
import { proxy, transfer, wrap, type Remote } from 'comlink';
import type { EncoderApi, EncoderEvent } from '../../../sync/engine/recording/encoder-api';
import { newId } from '../../../sync/model/ids';
import { keepAwake } from './alerts';
import { CaptureError, openCapture, type Capture } from './capture';
import { Cell } from './cell';
import { recordsElsewhere, watchElsewhere } from './elsewhere';
import {
  isRecording,
  next,
  type AudioSource,
  type RecorderEvent,
  type RecorderFailure,
  type RecorderState,
} from './machine';

export interface LevelNow {
  /** 0…1, perceived loudness of each channel */
  loudness: readonly number[];
  /** milliseconds of sound */
  capturedMs: number;
}
const SILENT: LevelNow = { loudness: [], capturedMs: 0 };

/** −54 dBFS is the meter's minimum, −6 its maximum. */
export const loudnessOf = (rms: number): number => Math.min(1, Math.max(0, (20 * Math.log10(rms + 1e-9) + 54) / 48));

export interface RecorderParts {
  /** the account that records on this device; null: nobody is signed in */
  account: () => Promise<{ userId: string; companyId: string } | null>;
  /** the meeting's own document */
  updateMeeting: (patch: {
    id: string;
    status: 'recording' | 'paused' | 'ended';
    actualStartAt?: number;
    actualEndAt?: number;
  }) => Promise<unknown>;
  /** lost input, a full disk or an automatic end: with a sound and a notification */
  onAttention: (what: 'inputLost' | 'storageFull' | 'limit' | 'failed') => void;
  /** sound is captured again: a lost input needs no attention any more */
  onResumed: () => void;
  /** sound is missing; the recording continues */
  onGap: (gap: { atMs: number; lostMs: number }) => void;
  /** parts of the browser; the browser's own by default */
  createWorker?: () => Worker;
  openCapture?: typeof openCapture;
  keepAwake?: typeof keepAwake;
}

export interface StartOptions {
  meetingId: string;
  /**
   * of a meeting created for this recording: created once there is sound, deleted if the recording cannot be written
   */
  newMeeting?: { create(): Promise<unknown>; remove(): Promise<unknown> };
  title: string;
  language: string;
  source: AudioSource;
  fileName: string;
}

const FAILURES: Record<string, RecorderFailure> = {
  MEETING_ALREADY_STARTED: 'elsewhere',
  DEVICE_STORAGE_FULL: 'storageFull',
};
const createEncoder = (): Worker =>
  new Worker(new URL('../../../workers/encoder.worker.ts', import.meta.url), { type: 'module', name: 'encoder' });

export class Recorder {
  readonly state = new Cell<RecorderState>({ phase: 'idle' });
  readonly level = new Cell<LevelNow>(SILENT);
  /** another window of this browser is recording */
  readonly elsewhere = new Cell(false);
  #worker: Worker | null = null;
  #encoder: Remote<EncoderApi> | null = null;
  #capture: Capture | null = null;
  #awake: () => void = () => undefined;
  #told: Promise<unknown> = Promise.resolve();

  readonly #mine = (): boolean => isRecording(this.state.get());

  constructor(private readonly parts: RecorderParts) {}

  /** Starts watching other windows; returns a function that stops it. */
  watch(): () => void {
    return watchElsewhere(this.#mine, (now) => this.elsewhere.set(now));
  }

  /**
   * Whether another window is recording now. The last observation may be seconds old, so a positive one is checked
   * again before a start is refused.
   */
  async isElsewhere(): Promise<boolean> {
    if (this.elsewhere.get()) this.elsewhere.set(await recordsElsewhere(this.#mine));
    return this.elsewhere.get();
  }

  /**
   * Starts a recording, without a network. Resolves when sound is captured, or when the start failed; the state says
   * which.
   */
  async start(options: StartOptions): Promise<boolean> {
    if (isRecording(this.state.get())) return false;
    const { fileName, newMeeting, ...target } = options;
    let made = false;
    this.#send({ type: 'start', target });
    this.level.set(SILENT);
    try {
      const account = await this.parts.account();
      if (!account) throw new CaptureError('signedOut');
      this.#capture = await (this.parts.openCapture ?? openCapture)(options.source, this.#onLost, this.#onShared);
      await newMeeting?.create();
      made = true;
      const recordingId = newId();
      const { encoder, notLoaded } = this.#openWorker();
      const begun = encoder.start(
        {
          ...account,
          recordingId,
          meetingId: options.meetingId,
          fileName,
          language: options.language,
          source: options.source,
        },
        proxy(this.#onEncoder),
      );
      const startedAt = await Promise.race([begun, notLoaded]);
      const hasSound = await this.#attach();
      // a disk that was full from the start has ended it meanwhile
      if (this.state.get().phase !== 'starting') throw new CaptureError('storageFull');
      this.#send({ type: 'started', recordingId });
      this.#awake = (this.parts.keepAwake ?? keepAwake)();
      // A recording must not be evicted first from a full disk. Requested now, when browsers are most likely to grant
      // it.
      void navigator.storage?.persist?.();
      this.#tellMeeting({ status: 'recording', actualStartAt: startedAt });
      if (!hasSound) {
        this.#send({ type: 'paused', reason: 'inputLost' });
        this.#tellMeeting({ status: 'paused' });
      }
      return true;
    } catch (error) {
      const code =
        error instanceof CaptureError ? error.code : (FAILURES[(error as { code?: string }).code ?? ''] ?? 'unknown');
      this.#close();
      this.#send({ type: 'failed', code });
      if (made) await newMeeting?.remove().catch(() => undefined);
      return false;
    }
  }

  async pause(): Promise<void> {
    await this.#encoder?.pause('person');
  }

  /**
   * Resumes; reopens a lost input. Resolves when sound is captured. Returns a reason when the input cannot be opened; the
   * recording stays paused then, and when no sound arrives.
   */
  async resume(): Promise<RecorderFailure | null> {
    const state = this.state.get();
    if (state.phase !== 'paused' || !this.#encoder) return null;
    try {
      if (state.by === 'inputLost' || !this.#capture) {
        this.#capture?.close();
        this.#capture = null;
        this.#capture = await (this.parts.openCapture ?? openCapture)(state.source, this.#onLost, this.#onShared);
        if (!(await this.#attach())) return null;
        this.#onShared(true);
      } else {
        this.#capture.setEnabled(true);
        if (!(await this.#encoder.resume())) return null;
      }
      this.#send({ type: 'resumed' });
      this.parts.onResumed();
      this.#tellMeeting({ status: 'recording' });
      return null;
    } catch (error) {
      return error instanceof CaptureError ? error.code : 'unknown';
    }
  }

  /** Shares sound again after the sharing has ended. Returns a reason when that fails; the recording continues. */
  async share(): Promise<RecorderFailure | null> {
    try {
      await this.#capture?.share?.();
      return null;
    } catch (error) {
      return error instanceof CaptureError ? error.code : 'unknown';
    }
  }

  /** Ends the recording. All captured sound is on this device when it resolves. */
  async stop(): Promise<void> {
    if (!this.#encoder) return;
    this.#send({ type: 'stopping' });
    await this.#encoder.stop();
  }

  dismiss(): void {
    this.#send({ type: 'dismiss' });
  }

  /** `notLoaded` rejects if the worker's script cannot be loaded: offline before the app was stored on this device. */
  #openWorker(): { encoder: Remote<EncoderApi>; notLoaded: Promise<never> } {
    const worker = (this.parts.createWorker ?? createEncoder)();
    const encoder = wrap<EncoderApi>(worker);
    this.#worker = worker;
    this.#encoder = encoder;
    const notLoaded = new Promise<never>((_, reject) => {
      worker.addEventListener('error', () => reject(new CaptureError('unknown')), { once: true });
    });
    // an error after the start is not awaited
    notLoaded.catch(() => undefined);
    return { encoder, notLoaded };
  }

  /** Resolves with the first sound; to false if the recording paused or ended without any. */
  #attach(): Promise<boolean> {
    const capture = this.#capture!;
    return this.#encoder!.attach(transfer(capture.source, capture.transfer));
  }

  readonly #onLost = (): void => {
    void this.#encoder?.pause('inputLost');
  };

  readonly #onShared = (isOn: boolean): void => this.#send({ type: 'sharing', isOver: !isOn });

  readonly #onEncoder = (event: EncoderEvent): void => {
    switch (event.type) {
      case 'level':
        this.level.set({ loudness: event.levels.map(({ rms }) => loudnessOf(rms)), capturedMs: event.capturedMs });
        return;
      case 'paused':
        this.#send(event);
        this.#capture?.setEnabled(false);
        this.level.set({ ...this.level.get(), loudness: [] });
        this.#tellMeeting({ status: 'paused' });
        if (event.reason === 'inputLost') this.parts.onAttention('inputLost');
        return;
      case 'ended': {
        const { bytes, capturedMs, gaps, startedAt, endedAt } = event.recording;
        this.#tellMeeting({ status: 'ended', actualStartAt: startedAt, actualEndAt: endedAt });
        this.#close();
        this.#send({ type: 'ended', reason: event.reason, bytes, capturedMs, gaps });
        if (event.reason !== 'person') this.parts.onAttention(event.reason);
        return;
      }
      case 'gap':
        this.#send(event);
        this.parts.onGap(event.gap);
        return;
      default:
        this.#send(event);
    }
  };

  /** The meeting's document is pending in the replica like any edit; the recording does not depend on it. */
  #tellMeeting(patch: {
    status: 'recording' | 'paused' | 'ended';
    actualStartAt?: number;
    actualEndAt?: number;
  }): void {
    const state = this.state.get();
    if (state.phase === 'idle') return;
    const { meetingId: id } = state;
    // in sequence: the end is reported last
    this.#told = this.#told.then(() => this.parts.updateMeeting({ id, ...patch })).catch(() => undefined);
  }

  #send(event: RecorderEvent): void {
    this.state.set(next(this.state.get(), event));
  }

  #close(): void {
    this.#capture?.close();
    this.#capture = null;
    this.#awake();
    this.#awake = () => undefined;
    const worker = this.#worker;
    this.#worker = null;
    this.#encoder = null;
    // After the worker's answer to `stop`.
    setTimeout(() => worker?.terminate(), 1000);
  }
}
