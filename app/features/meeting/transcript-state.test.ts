import { describe, expect, it } from 'vitest';
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Transcript } from '../../../sync/model/kinds/transcripts';
import { stateBesideText, transcriptState, type TranscriptState } from './transcript-state';

const meeting = (recordings = 0): Meeting =>
  ({ recordings: Array.from({ length: recordings }, (_, i) => ({ id: `r${i}` })) }) as unknown as Meeting;
const row = (over: Partial<RecordingRow>): RecordingRow =>
  ({
    id: 'r',
    state: 'stopped',
    transfer: 'queued',
    source: 'microphone',
    capturedMs: 60_000,
    bytes: 1000,
    sent: 0,
    syncState: 'onDevice',
    lastError: null,
    ...over,
  }) as RecordingRow;
const transcript = (over: Partial<Transcript>): Transcript =>
  ({ status: 'none', error: '', progress: 0, segments: [], ...over }) as unknown as Transcript;

describe('transcriptState', () => {
  it.each<[string, Meeting, Transcript | null, RecordingRow[], boolean, TranscriptState]>([
    ['nothing yet', meeting(), null, [], false, { kind: 'nothing' }],
    ['recording', meeting(), null, [row({ state: 'recording' })], true, { kind: 'recording' }],
    ['kept on this device', meeting(), null, [row({})], false, { kind: 'onDevice' }],
    [
      'on its way',
      meeting(),
      null,
      [row({ transfer: 'uploading', sent: 417 })],
      false,
      { kind: 'uploading', percent: 41 },
    ],
    [
      'refused',
      meeting(),
      null,
      [row({ syncState: 'attention', lastError: { code: 'FILE_TYPE_NOT_SUPPORT', message: '', at: 0 } })],
      false,
      { kind: 'attention', code: 'FILE_TYPE_NOT_SUPPORT' },
    ],
    ['too short to transcribe', meeting(), null, [row({ capturedMs: 4000 })], false, { kind: 'tooShort' }],
    [
      'a file of unknown length is not too short',
      meeting(),
      null,
      [row({ source: 'file', state: 'imported', capturedMs: 0 })],
      false,
      { kind: 'onDevice' },
    ],
    ['waiting on the server', meeting(1), null, [], false, { kind: 'waiting' }],
    [
      'no provider',
      meeting(1),
      transcript({ status: 'waiting', error: 'TRANSCRIPTION_PROVIDER_NOT_FOUND' }),
      [],
      false,
      { kind: 'noProvider' },
    ],
    [
      'processing',
      meeting(1),
      transcript({ status: 'processing', progress: 0.426 }),
      [],
      false,
      { kind: 'processing', percent: 43 },
    ],
    [
      'beyond the limit of the day',
      meeting(1),
      transcript({ status: 'failed', error: 'USER_SERVICE_QUOTA_EXCEEDED' }),
      [],
      false,
      { kind: 'limitReached' },
    ],
    [
      'cancelled',
      meeting(1),
      transcript({ status: 'failed', error: 'TRANSCRIPTION_CANCELED' }),
      [],
      false,
      { kind: 'canceled' },
    ],
    [
      'failed',
      meeting(1),
      transcript({ status: 'failed', error: 'TRANSCRIPTION_FAILED' }),
      [],
      false,
      { kind: 'failed', code: 'TRANSCRIPTION_FAILED' },
    ],
    [
      'text stays while another recording waits',
      meeting(1),
      transcript({ status: 'processing', segments: [{}] as never }),
      [row({})],
      true,
      { kind: 'done' },
    ],
  ])('%s', (_, m, t, rows, now, expected) => {
    expect(transcriptState(m, t, rows, now)).toEqual(expected);
  });

  it('shows live progress if it is ahead of the stored progress', () => {
    const processing = transcript({ status: 'processing', progress: 0.2 });
    expect(transcriptState(meeting(1), processing, [], false, 0.6)).toEqual({ kind: 'processing', percent: 60 });
    expect(transcriptState(meeting(1), processing, [], false, 0)).toEqual({ kind: 'processing', percent: 20 });
  });
});

describe('stateBesideText', () => {
  it.each<[string, Meeting, Transcript | null, RecordingRow[], TranscriptState | null]>([
    ['nothing waits', meeting(1), transcript({ status: 'done' }), [], null],
    ['a draft on this device', meeting(), null, [row({})], null],
    [
      'its recording is on the way',
      meeting(),
      null,
      [row({ transfer: 'uploading', sent: 500 })],
      { kind: 'uploading', percent: 50 },
    ],
    ['another recording waits', meeting(2), transcript({ status: 'waiting' }), [], { kind: 'adding' }],
    ['it is transcribed', meeting(2), transcript({ status: 'processing' }), [], { kind: 'processing', percent: 40 }],
    [
      'it waits for a service',
      meeting(1),
      transcript({ status: 'waiting', error: 'TRANSCRIPTION_PROVIDER_NOT_FOUND' }),
      [],
      { kind: 'noProvider' },
    ],
  ])('%s', (_name, at, of, rows, expected) => {
    const segments = [{ id: 's1' }] as Transcript['segments'];
    expect(stateBesideText(at, of && { ...of, segments }, rows, 0.4)).toEqual(expected);
  });
});
