import { describe, expect, it } from 'vitest';
import { isRecording, next, silenceText, type RecorderEvent, type RecorderState } from './machine';

const target = { meetingId: 'm', title: 'Weekly', language: 'en', source: 'microphone' as const };
const after = (...events: RecorderEvent[]): RecorderState => events.reduce(next, { phase: 'idle' } as RecorderState);
const started: RecorderEvent[] = [
  { type: 'start', target },
  { type: 'started', recordingId: 'r' },
];
const ended = (capturedMs: number): RecorderEvent => ({
  type: 'ended',
  reason: 'person',
  bytes: 5,
  capturedMs,
  gaps: [],
});

describe('recorder states', () => {
  it('starts, pauses, resumes, stops', () => {
    expect(after(...started)).toMatchObject({ phase: 'recording', recordingId: 'r', ...target });
    expect(after(...started, { type: 'paused', reason: 'inputLost' })).toMatchObject({
      phase: 'paused',
      by: 'inputLost',
    });
    expect(after(...started, { type: 'paused', reason: 'person' }, { type: 'resumed' })).toMatchObject({
      phase: 'recording',
    });
    expect(after(...started, { type: 'stopping' }, ended(60_000))).toMatchObject({
      phase: 'ended',
      tooShort: false,
      savedMs: 60_000,
    });
    expect(after(...started, ended(60_000), { type: 'dismiss' })).toEqual({ phase: 'idle' });
  });

  it('goes on with the microphone when the sharing ends, and warns of a silent microphone only', () => {
    const state = after(...started, { type: 'sharing', isOver: true });
    expect(state).toMatchObject({ phase: 'recording', isSharingOver: true });
    expect(next(state, { type: 'sharing', isOver: false })).toMatchObject({ isSharingOver: false });
    const text = (...silent: boolean[]) => silenceText({ silent });
    expect([text(), text(true), text(false, true), text(true, false), text(true, true)]).toEqual([
      '',
      'silent',
      '',
      'silentMicrophone',
      'silent',
    ]);
  });

  it('fails where it ended before it ran', () => {
    const full: RecorderEvent = { type: 'ended', reason: 'storageFull', bytes: 0, capturedMs: 0, gaps: [] };
    expect(after({ type: 'start', target }, full)).toMatchObject({ phase: 'failed', code: 'storageFull' });
    expect(after({ type: 'start', target }, full, { type: 'started', recordingId: 'r' })).toMatchObject({
      phase: 'failed',
    });
  });

  it('reports a recording under ten seconds as too short', () => {
    expect(after(...started, ended(9_999))).toMatchObject({ tooShort: true });
    expect(after(...started, ended(10_000))).toMatchObject({ tooShort: false });
  });

  it('ignores a second start, and a dismissal, while one runs', () => {
    const running = after(...started);
    expect(next(running, { type: 'start', target: { ...target, meetingId: 'other' } })).toBe(running);
    expect(next(running, { type: 'dismiss' })).toBe(running);
  });

  it('ignores late events of a worker', () => {
    const idle = after(...started, ended(60_000), { type: 'dismiss' });
    for (const event of [
      { type: 'saved', bytes: 1, capturedMs: 1 },
      { type: 'paused', reason: 'person' },
      ended(1),
      { type: 'failed', code: 'unknown' },
    ] as RecorderEvent[]) {
      expect(next(idle, event)).toBe(idle);
    }
  });

  it('counts as recording from the start until the end', () => {
    expect(isRecording(after({ type: 'start', target }))).toBe(true);
    expect(isRecording(after(...started, { type: 'paused', reason: 'person' }))).toBe(true);
    expect(isRecording(after(...started, ended(1)))).toBe(false);
    expect(isRecording(after({ type: 'start', target }, { type: 'failed', code: 'micDenied' }))).toBe(false);
  });
});
