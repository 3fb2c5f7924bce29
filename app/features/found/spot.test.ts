import { expect, test } from 'vitest';
import { paths } from '~/paths';
import { blockAt, placesOf, readSpot, spotOf } from './spot';

const passage = { field: 'text' as const, text: 'the north wall, north of 港', start: 100, ranges: [[4, 9], [16, 21], [25, 26]] as [number, number][] };

test('an address carries the place of a passage there and back, whatever its letters', () => {
  const spot = spotOf(passage)!;
  expect(spot).toEqual({ words: ['north', '港'], near: 104 });
  const address = new URL(paths.noteDetail('p', 'n', spot), 'https://here.invalid');
  expect(address.pathname).toBe('/project/p/note-detail/n');
  expect(readSpot(address.searchParams)).toEqual(spot);
  const segment = spotOf({ ...passage, field: 'transcript', segmentId: 'a&b' })!;
  const meeting = new URL(paths.meeting('m', 'transcript', segment), 'https://here.invalid');
  expect(meeting.searchParams.get('tab')).toBe('transcript');
  expect(readSpot(meeting.searchParams)).toEqual(segment);
});

test('an address without a place, or with nonsense for one, asks for none', () => {
  for (const query of ['', 'find=', 'find=%20&near=3', 'tab=transcript', 'near=7']) expect(readSpot(new URLSearchParams(query)), query).toBeNull();
  expect(readSpot(new URLSearchParams('find=a&near=-3'))).toEqual({ words: ['a'], near: 0 });
  expect(readSpot(new URLSearchParams('find=a&near=x'))).toEqual({ words: ['a'], near: 0 });
  expect(spotOf({ ...passage, ranges: [] })).toBeNull();
});

test('of many lines with the words, the one that stood where the passage was; of none, the next word decides', () => {
  const lines = ['wall', 'a wall', 'the wall and the roof', 'roof'];
  // 'wall' begins at 0, 7 and 16 of the whole text
  expect(blockAt(lines, { words: ['wall'], near: 0 })).toBe(0);
  expect(blockAt(lines, { words: ['wall'], near: 8 })).toBe(1);
  expect(blockAt(lines, { words: ['wall'], near: 400 })).toBe(2);
  expect(blockAt(lines, { words: ['cellar', 'roof'], near: 40 })).toBe(3);
  expect(blockAt(lines, { words: ['cellar'], near: 0 })).toBeNull();
});

test('words that overlap are one place', () => {
  expect(placesOf('north wall, North', ['north', 'th wall', 'x', ''])).toEqual([[0, 10]]);
  expect(placesOf('港の港', ['港'])).toEqual([[0, 1], [2, 3]]);
});
