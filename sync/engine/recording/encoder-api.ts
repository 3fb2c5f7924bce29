/** API and events of the encoder worker, used by the page through comlink. */
import type { LocalRecording } from '../storage/device-rows';
import type { Gap } from './capture-clock';
import type { Level } from './level-meter';

/** Web Lock held by the encoder that records, so that only one window of the origin records at a time. */
export const RECORDER_LOCK = 'satchel-recorder';

/** Source of sound. Neither kind passes through the main thread. */
export type CaptureSource =
  /** blocks of a MediaStreamTrackProcessor; the page's `performance.timeOrigin` */
  | { kind: 'stream'; readable: ReadableStream<AudioData>; timeOrigin: number }
  /** blocks from the AudioWorklet at `rate` Hz: a Float32Array for each channel */
  | { kind: 'port'; port: MessagePort; rate: number };

/** `both`: the microphone in the left channel, the shared sound in the right one. */
export type RecordedSource = Exclude<LocalRecording['source'], 'file'>;

export interface EncoderStart {
  userId: string;
  companyId: string;
  recordingId: string;
  meetingId: string;
  fileName: string;
  language: string;
  source: RecordedSource;
}

/** Why a recording paused or ended without a request. */
export type PauseReason = 'person' | 'inputLost';
export type EndReason = 'person' | 'limit' | 'storageFull' | 'failed';

export type EncoderEvent =
  /** about ten per second; a level for each channel */
  | { type: 'level'; levels: readonly Level[]; capturedMs: number; wallMs: number }
  /** a row is durable: bytes and milliseconds on disk */
  | { type: 'saved'; bytes: number; capturedMs: number }
  /** by channel, whether it is silent for LIMITS.silenceWarning seconds */
  | { type: 'silence'; silent: readonly boolean[] }
  | { type: 'gap'; gap: Gap }
  /** LIMITS.recording.warnAt is reached */
  | { type: 'nearEnd' }
  | { type: 'paused'; reason: PauseReason }
  /** it stopped, requested or not; written rows are preserved */
  | { type: 'ended'; reason: EndReason; recording: LocalRecording };

export interface EncoderApi {
  /**
   * Acquires the lock and creates the recording's row. Resolves to the start time (milliseconds since the epoch).
   * Rejects with `{code}`: MEETING_ALREADY_STARTED while another window records, DEVICE_STORAGE_FULL.
   */
  start(input: EncoderStart, onEvent: (event: EncoderEvent) => void): Promise<number>;
  /**
   * Sets the source of sound and starts or resumes the recording. Resolves with the first sound; to false if the
   * recording paused or ended without any.
   */
  attach(source: CaptureSource): Promise<boolean>;
  /** All sound so far is durable when it resolves. */
  pause(reason: PauseReason): Promise<void>;
  /** Resumes with the current source; resolves like `attach`. */
  resume(): Promise<boolean>;
  stop(): Promise<LocalRecording>;
}
