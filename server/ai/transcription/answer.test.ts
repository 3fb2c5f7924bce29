import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer';
import { withSpeakers } from './diarized';
import { ProviderFailure } from '../failure';

describe('answers of transcription servers', () => {
  it('reads numbers and numeric strings, speaker and speaker_id', () => {
    expect(
      readAnswer({
        segments: [
          { start: 0.5, end: '2.25', text: ' Hello ', speaker: 'A', no_speech_prob: 0.1, avg_logprob: '-0.3' },
          { start: '2.25', end: 4, text: '안녕하세요', speaker_id: 1 },
        ],
      }),
    ).toEqual([
      { start: 500, end: 2250, text: 'Hello', speaker: 'A', noSpeech: 0.1, logProb: -0.3 },
      { start: 2250, end: 4000, text: '안녕하세요', speaker: '1', noSpeech: null, logProb: null },
    ]);
  });

  it('leaves the times of a text without times unset', () => {
    expect(readAnswer({ text: 'こんにちは' })).toEqual([
      { start: -1, end: -1, text: 'こんにちは', speaker: '', noSpeech: null, logProb: null },
    ]);
    expect(readAnswer({ text: 'x', segments: [] })[0]?.start).toBe(-1);
  });

  it('treats implausible times as missing', () => {
    for (const times of [
      { start: 3, end: 1 },
      { start: 'soon', end: 2 },
      { start: -4, end: 2 },
      { start: 1 },
      { start: Number.NaN, end: 1 },
    ]) {
      expect(readAnswer({ segments: [{ ...times, text: 'a' }] })[0]).toMatchObject({ start: -1, end: -1 });
    }
  });

  it('drops empty segments, and returns an empty list for silence', () => {
    expect(readAnswer({ text: '', segments: [] })).toEqual([]);
    expect(readAnswer({ text: '  ' })).toEqual([]);
    expect(
      readAnswer({
        segments: [
          { start: 0, end: 1, text: '  ' },
          { start: 1, end: 2, text: 'b' },
        ],
      }),
    ).toHaveLength(1);
  });

  it('rejects other content as malformed', () => {
    for (const bad of [
      null,
      'text',
      [],
      12,
      {},
      { segments: 'a' },
      { segments: [1, 2] },
      { text: 5 },
      { error: 'x' },
    ]) {
      expect(() => readAnswer(bad), JSON.stringify(bad)).toThrow(ProviderFailure);
    }
  });

  it('assigns each text the speaker with the largest overlap in time', () => {
    const s = (start: number, end: number, speaker = '', text = 'x') => ({
      start,
      end,
      text,
      speaker,
      noSpeech: null,
      logProb: null,
    });
    const turns = [s(0, 1000, 'A'), s(1000, 5000, 'B')];
    expect(withSpeakers([s(0, 1500), s(800, 3000), s(9000, 9500), s(-1, -1)], turns).map((x) => x.speaker)).toEqual([
      'A',
      'B',
      '',
      '',
    ]);
  });
});
