import { expect, it } from 'vitest';
import { voiceSampleOf } from './voice-sample';

const said = (participantId: string, start: number, end: number, recordingId = 'r') => ({
  recordingId,
  start,
  end,
  participantId,
});
const sample = (start: number, end: number, recordingId = 'r') => ({ recordingId, start, end });

it('is the longest interval of the speaker, joined over short pauses, with at most six seconds', () => {
  const segments = [said('a', 0, 2000), said('b', 2000, 9000), said('a', 9000, 12_000), said('a', 12_300, 14_000)];
  expect(voiceSampleOf(segments, 'a', ['r'])).toEqual(sample(9000, 14_000));
  expect(voiceSampleOf(segments, 'b', ['r'])).toEqual(sample(2000, 8000));
});

it('contains no simultaneous speech of others', () => {
  const segments = [said('a', 0, 5000), said('b', 1000, 1500), said('a', 8000, 10_000)];
  expect(voiceSampleOf(segments, 'a', ['r'])).toEqual(sample(1500, 5000));
  expect(voiceSampleOf(segments, 'b', ['r'])).toBeNull();
});

it('is from a playable recording; segments without a recording belong to the first', () => {
  const segments = [said('a', 0, 5000, 'gone'), said('a', 100, 1100, ''), said('a', 0, 2000, 's')];
  expect(voiceSampleOf(segments, 'a', ['r', 's'])).toEqual(sample(0, 2000, 's'));
  expect(voiceSampleOf(segments, 'a', ['r'])).toEqual(sample(100, 1100));
});

it('is null for a speaker without segments, times or enough speech', () => {
  expect(voiceSampleOf([said('a', -1, -1), said('b', 0, 300)], 'a', ['r'])).toBeNull();
  expect(voiceSampleOf([said('b', 0, 300)], 'b', ['r'])).toBeNull();
});
