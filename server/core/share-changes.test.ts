import { expect, it } from 'vitest';
import { addedTo } from './share-changes';

it('names what was added, in the order of the change', () => {
  expect(addedTo(['a', 'b'], ['c', 'b', 'd'])).toEqual(['c', 'd']);
  expect(addedTo(undefined, ['a'])).toEqual(['a']);
  expect(addedTo(['a'], undefined)).toEqual([]);
});

it('compares long lists in linear time', () => {
  const ids = Array.from({ length: 100_000 }, (_, n) => `id-${n}`);
  const before = process.cpuUsage();
  expect(addedTo(ids, [...ids, 'new'])).toEqual(['new']);
  // CPU time of this process, independent of the machine’s load
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
});
