import { expect, it } from 'vitest';
import { byTime } from './time-order';

it('orders by time; segments without a time follow their predecessor', () => {
  const given = [-1, 5, -1, 2, 2, -1, 9].map((start, at) => ({ start, at }));
  expect(byTime(given).map(({ at }) => at)).toEqual([0, 3, 4, 5, 1, 2, 6]);
  expect(byTime([])).toEqual([]);
});
