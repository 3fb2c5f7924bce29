import { expect, it } from 'vitest';
import { nextSpeech, speechOf } from './speech';

it('joins segments without silence between them, also overlapping and unordered ones', () => {
  const at = (start: number, end: number, recordingId = 'r') => ({ start, end, recordingId });
  const segments = [at(9000, 9500), at(0, 3000), at(500, 1000), at(4000, 5000), at(-1, -1), at(7000, 8000, 'other')];
  const speech = speechOf(segments, 'r', false);
  expect(speech).toEqual([
    { start: 0, end: 5000 },
    { start: 9000, end: 9500 },
  ]);
  expect([nextSpeech(speech, 0), nextSpeech(speech, 6000), nextSpeech(speech, 9000)]).toEqual([9000, 9000, -1]);
});

it('assigns an imported transcript, which names no recording, to the first one', () => {
  const imported = [{ recordingId: '', start: 3000, end: 4000 }];
  expect(speechOf(imported, 'r', true)).toEqual([{ start: 3000, end: 4000 }]);
  expect(speechOf(imported, 'r', false)).toEqual([]);
});
