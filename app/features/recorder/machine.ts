/**
 * The recorder's states, as the page sees them.
 *
 *           start            started             pause / input lost
 *   idle ─────────► starting ─────────► recording ◄──────────────► paused
 *    ▲                 │                    │  │         resume       │
 *    │ dismiss         │ failed             │  └──────► stopping ◄────┘  stop
 *    ├──────── failed ◄┘                    │ limit, full disk  │ ended
 *    └──────── ended ◄──────────────────────┴───────────────────┘
 *
 * The level changes ten times a second and has a store of its own (recorder.ts), so that only the meter renders.
 */
import { LIMITS } from '../../../sync/model/limits';
import type { EndReason, PauseReason, RecordedSource } from '../../../sync/engine/recording/encoder-api';

export type AudioSource = RecordedSource;
/** Keys of `recorder:failed` texts. */
export type RecorderFailure =
  | 'micDenied'
  | 'micMissing'
  | 'micBusy'
  | 'systemAudioMissing'
  | 'cancelled'
  | 'elsewhere'
  | 'storageFull'
  | 'unsupported'
  | 'signedOut'
  | 'unknown';

export interface Target {
  meetingId: string;
  title: string;
  language: string;
  source: AudioSource;
}

export interface Running extends Target {
  recordingId: string;
  /** on disk: bytes, and milliseconds of sound in them */
  savedBytes: number;
  savedMs: number;
  /** by channel: silence for LIMITS.silenceWarning seconds */
  silent: readonly boolean[];
  /** with both sources: the shared sound has ended, only the microphone is recorded */
  isSharingOver: boolean;
  /** LIMITS.recording.warnAt is reached */
  nearEnd: boolean;
  gaps: { atMs: number; lostMs: number }[];
}

export type RecorderState =
  | { phase: 'idle' }
  | ({ phase: 'starting' } & Target)
  | ({ phase: 'recording' } & Running)
  | ({ phase: 'paused'; by: PauseReason } & Running)
  | ({ phase: 'stopping' } & Running)
  | ({ phase: 'ended'; reason: EndReason; tooShort: boolean } & Running)
  | ({ phase: 'failed'; code: RecorderFailure } & Target);

export type RecorderEvent =
  | { type: 'start'; target: Target }
  | { type: 'started'; recordingId: string }
  | { type: 'saved'; bytes: number; capturedMs: number }
  | { type: 'silence'; silent: readonly boolean[] }
  | { type: 'sharing'; isOver: boolean }
  | { type: 'gap'; gap: { atMs: number; lostMs: number } }
  | { type: 'nearEnd' }
  | { type: 'paused'; reason: PauseReason }
  | { type: 'resumed' }
  | { type: 'stopping' }
  | { type: 'ended'; reason: EndReason; bytes: number; capturedMs: number; gaps: Running['gaps'] }
  | { type: 'failed'; code: RecorderFailure }
  | { type: 'dismiss' };

/** Sound is being captured or the recording can be resumed: leaving would end it. */
export const isRecording = (
  state: RecorderState,
): state is Extract<RecorderState, { phase: 'starting' | 'recording' | 'paused' | 'stopping' }> =>
  state.phase === 'starting' || state.phase === 'recording' || state.phase === 'paused' || state.phase === 'stopping';

const isRunning = (s: RecorderState): s is Extract<RecorderState, { phase: 'recording' | 'paused' | 'stopping' }> =>
  s.phase === 'recording' || s.phase === 'paused' || s.phase === 'stopping';

const targetOf = ({ meetingId, title, language, source }: Target): Target => ({ meetingId, title, language, source });
const runningOf = (s: Running): Running => {
  const { recordingId, savedBytes, savedMs, silent, isSharingOver, nearEnd, gaps } = s;
  return { ...targetOf(s), recordingId, savedBytes, savedMs, silent, isSharingOver, nearEnd, gaps };
};

/** Key of `recorder` for a silence that needs the person, '' for none. Others may well be silent for a while. */
export function silenceText({ silent }: Pick<Running, 'silent'>): '' | 'silent' | 'silentMicrophone' {
  if (!silent[0]) return '';
  return silent.every(Boolean) ? 'silent' : 'silentMicrophone';
}

/** The next state. An event that does not fit the state (a late one of a worker) is ignored. */
export function next(state: RecorderState, event: RecorderEvent): RecorderState {
  switch (event.type) {
    case 'start':
      return isRecording(state) ? state : { phase: 'starting', ...event.target };
    case 'started':
      return state.phase === 'starting'
        ? {
            phase: 'recording',
            ...targetOf(state),
            recordingId: event.recordingId,
            savedBytes: 0,
            savedMs: 0,
            silent: [],
            isSharingOver: false,
            nearEnd: false,
            gaps: [],
          }
        : state;
    case 'saved':
      return isRunning(state) ? { ...state, savedBytes: event.bytes, savedMs: event.capturedMs } : state;
    case 'silence':
      return isRunning(state) ? { ...state, silent: event.silent } : state;
    case 'sharing':
      return isRunning(state) ? { ...state, isSharingOver: event.isOver } : state;
    case 'gap':
      return isRunning(state) ? { ...state, gaps: [...state.gaps, event.gap] } : state;
    case 'nearEnd':
      return isRunning(state) ? { ...state, nearEnd: true } : state;
    case 'paused':
      // the input may also be lost while the recording resumes
      return state.phase === 'recording' || state.phase === 'paused'
        ? { ...runningOf(state), phase: 'paused', by: event.reason, silent: [] }
        : state;
    case 'resumed':
      return state.phase === 'paused' ? { ...runningOf(state), phase: 'recording' } : state;
    case 'stopping':
      return state.phase === 'recording' || state.phase === 'paused'
        ? { ...runningOf(state), phase: 'stopping' }
        : state;
    case 'ended':
      return isRunning(state)
        ? {
            ...runningOf(state),
            phase: 'ended',
            reason: event.reason,
            savedBytes: event.bytes,
            savedMs: event.capturedMs,
            gaps: event.gaps,
            tooShort: event.capturedMs < LIMITS.recording.min * 1000,
          }
        : state.phase === 'starting'
          ? { ...targetOf(state), phase: 'failed', code: event.reason === 'storageFull' ? 'storageFull' : 'unknown' }
          : state;
    case 'failed':
      return state.phase === 'starting' ? { ...targetOf(state), phase: 'failed', code: event.code } : state;
    case 'dismiss':
      return state.phase === 'ended' || state.phase === 'failed' ? { phase: 'idle' } : state;
  }
}
