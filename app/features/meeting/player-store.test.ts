import { describe, expect, it } from 'vitest';
import { segmentAt } from './player-store';

describe('segmentAt', () => {
  const starts = [
    { id: 'a', start: 1000 },
    { id: 'b', start: 4000 },
    { id: 'c', start: 9000 },
  ];
  it.each([
    [0, ''],
    [999, ''],
    [1000, 'a'],
    [3999, 'a'],
    [4000, 'b'],
    [8999, 'b'],
    [1e9, 'c'],
  ])('at %d ms: %s', (ms, id) => {
    expect(segmentAt(starts, ms)).toBe(id);
  });
});
