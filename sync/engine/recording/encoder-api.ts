/** What the encoder worker offers to the page, through comlink, and what it tells it. */
import type { LocalRecording } from '../storage/device-database';
import type { Gap } from './capture-clock';
import type { Level } from './level-meter';

/** Held by the one encoder of the origin that records: a second window sees it and does not start. */
export const RECORDER_LOCK = 'satchel-recorder';

/** Where sound comes from. Both go past the main thread. */
export type CaptureSource =
  /** blocks of a MediaStreamTrackProcessor */
  | { kind: 'stream'; readable: ReadableStream<AudioData> }
  /** Float32Array blocks (mono) from the AudioWorklet at `rate` Hz */
  | { kind: 'port'; port: MessagePort; rate: number };

export interface EncoderStart {
  userId: string;
  companyId: string;
  recordingId: string;
  meetingId: string;
  fileName: string;
  language: string;
  source: 'microphone' | 'system';
}

/** Why a recording was paused or ended by itself. */
export type PauseReason = 'person' | 'inputLost';
export type EndReason = 'person' | 'limit' | 'storageFull' | 'failed';

export type EncoderEvent =
  /** about ten a second */
  | { type: 'level'; level: Level; capturedMs: number; wallMs: number }
  /** a row is durable: bytes and milliseconds on disk */
  | { type: 'saved'; bytes: number; capturedMs: number }
  | { type: 'silence'; silent: boolean }
  | { type: 'gap'; gap: Gap }
  /** LIMITS.recording.warnAt is reached */
  | { type: 'nearEnd' }
  | { type: 'paused'; reason: PauseReason }
  /** it stopped, asked or not; what is on disk is kept */
  | { type: 'ended'; reason: EndReason; recording: LocalRecording };

export interface EncoderApi {
  /** Takes the lock and makes the recording durable. Gives when it began (milliseconds since the epoch). Rejects with `{code}`: MEETING_ALREADY_STARTED while another window records, DEVICE_STORAGE_FULL. */
  start(input: EncoderStart, onEvent: (event: EncoderEvent) => void): Promise<number>;
  /** Sound from now on comes from here; the recording runs (again). */
  attach(source: CaptureSource): Promise<void>;
  /** Sound so far is on disk when it resolves. */
  pause(reason: PauseReason): Promise<void>;
  /** Goes on with the source there is. */
  resume(): Promise<void>;
  stop(): Promise<LocalRecording>;
}
