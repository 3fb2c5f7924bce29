/**
 * The state of a meeting's transcript as one value: derived from recordings on this device and on the server, and from the
 * transcript.
 */
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Transcript } from '../../../sync/model/kinds/transcripts';
import { LIMITS } from '../../../sync/model/limits';

export type TranscriptState =
  | { kind: 'nothing' }
  | { kind: 'recording' }
  | { kind: 'onDevice' }
  | { kind: 'uploading'; percent: number }
  | { kind: 'attention'; code: string; params?: Record<string, string | number> | undefined }
  | { kind: 'tooShort' }
  | { kind: 'waiting' }
  | { kind: 'noProvider' }
  | { kind: 'processing'; percent: number }
  | { kind: 'limitReached' }
  | { kind: 'canceled' }
  | { kind: 'failed'; code: string }
  /** shown beside a text: another recording waits */
  | { kind: 'adding' }
  | { kind: 'done' };

/** The state to show. A pending step does not hide an existing text. */
export function transcriptState(
  meeting: Meeting,
  transcript: Transcript | null,
  rows: readonly RecordingRow[],
  recordingNow: boolean,
  /** 0 to 1, from live events; the stored progress is older */
  liveProgress = 0,
): TranscriptState {
  if (transcript?.segments.length) return { kind: 'done' };
  if (recordingNow) return { kind: 'recording' };
  if (meeting.recordings.length) {
    if (transcript?.error === 'TRANSCRIPTION_PROVIDER_NOT_FOUND') return { kind: 'noProvider' };
    if (transcript?.error === 'RECORDING_TOO_SHORT') return { kind: 'tooShort' };
    if (transcript?.error === 'USER_SERVICE_QUOTA_EXCEEDED') return { kind: 'limitReached' };
    if (transcript?.error === 'TRANSCRIPTION_CANCELED') return { kind: 'canceled' };
    if (transcript?.status === 'failed') return { kind: 'failed', code: transcript.error || 'TRANSCRIPTION_FAILED' };
    if (transcript?.status === 'processing')
      return {
        kind: 'processing',
        percent: Math.round(Math.min(1, Math.max(0, transcript.progress, liveProgress)) * 100),
      };
    if (transcript?.status === 'done') return { kind: 'done' };
    return { kind: 'waiting' };
  }
  const ended = rows.filter((r) => r.state === 'stopped' || r.state === 'imported');
  if (!ended.length) return { kind: 'nothing' };
  const refused = ended.find((r) => r.syncState === 'attention');
  if (refused)
    return {
      kind: 'attention',
      code: refused.lastError?.code ?? 'AUDIO_UPLOAD_FAILED',
      ...(refused.lastError?.params ? { params: refused.lastError.params } : {}),
    };
  const short = (r: RecordingRow): boolean => r.source !== 'file' && r.capturedMs < LIMITS.recording.min * 1000;
  if (ended.every(short)) return { kind: 'tooShort' };
  const uploading = ended.filter((r) => r.transfer === 'uploading');
  if (uploading.length) {
    const [sent, size] = uploading.reduce(([s, b], r) => [s + r.sent, b + r.bytes], [0, 0]);
    return { kind: 'uploading', percent: size ? Math.min(100, Math.floor((sent / size) * 100)) : 0 };
  }
  return ended.every((r) => r.transfer === 'onServer') ? { kind: 'waiting' } : { kind: 'onDevice' };
}

/** The state to show beside a text: of recordings without a final transcript. Null if there are none. */
export function stateBesideText(
  meeting: Meeting,
  transcript: Transcript | null,
  rows: readonly RecordingRow[],
  liveProgress = 0,
): TranscriptState | null {
  const state = transcriptState(meeting, transcript && { ...transcript, segments: [] }, rows, false, liveProgress);
  switch (state.kind) {
    case 'waiting':
      return { kind: 'adding' };
    // states without a text, or that the list of recordings shows
    case 'nothing':
    case 'recording':
    case 'onDevice':
    case 'tooShort':
    case 'done':
      return null;
    default:
      return state;
  }
}
