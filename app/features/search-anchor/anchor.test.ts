import { expect, test } from 'vitest';
import { blockAt, rangesOf, readAnchor, anchorOf, stateOf } from './anchor';

const passage = {
  field: 'text' as const,
  text: 'the north wall, north of 港',
  start: 100,
  ranges: [
    [4, 9],
    [16, 21],
    [25, 26],
  ] as [number, number][],
};

test('a history state restores the position of a passage with any characters', () => {
  const anchor = anchorOf(passage)!;
  expect(anchor).toEqual({ words: ['north', '港'], near: 104 });
  expect(readAnchor(structuredClone(stateOf(anchor)))).toEqual(anchor);
  const segment = anchorOf({ ...passage, field: 'transcript', segmentId: 'a&b' })!;
  expect(readAnchor(structuredClone(stateOf(segment)))).toEqual(segment);
  expect(stateOf(null)).toBeUndefined();
});

test('a state without an anchor, or with an invalid one, has none', () => {
  for (const state of [
    null,
    undefined,
    {},
    'x',
    { anchor: null },
    { anchor: { words: [] } },
    { anchor: { words: [' ', 3], near: 3 } },
    { anchor: { near: 7 } },
  ])
    expect(readAnchor(state), JSON.stringify(state)).toBeNull();
  expect(readAnchor({ anchor: { words: ['a'], near: -3 } })).toEqual({ words: ['a'], near: 0 });
  expect(readAnchor({ anchor: { words: ['a'], near: 'x' } })).toEqual({ words: ['a'], near: 0 });
  expect(anchorOf({ ...passage, ranges: [] })).toBeNull();
});

test("among several lines with the words, the one nearest to the passage's position; without a position, the next word decides", () => {
  const lines = ['wall', 'a wall', 'the wall and the roof', 'roof'];
  // 'wall' begins at 0, 7 and 16 of the whole text
  expect(blockAt(lines, { words: ['wall'], near: 0 })).toBe(0);
  expect(blockAt(lines, { words: ['wall'], near: 8 })).toBe(1);
  expect(blockAt(lines, { words: ['wall'], near: 400 })).toBe(2);
  expect(blockAt(lines, { words: ['cellar', 'roof'], near: 40 })).toBe(3);
  expect(blockAt(lines, { words: ['cellar'], near: 0 })).toBeNull();
});

test('overlapping words are one range', () => {
  expect(rangesOf('north wall, North', ['north', 'th wall', 'x', ''])).toEqual([[0, 10]]);
  expect(rangesOf('港の港', ['港'])).toEqual([
    [0, 1],
    [2, 3],
  ]);
});
