import { expect, test } from 'vitest';
import { daysLeft } from './trash-row';

const DAY = 24 * 60 * 60_000;

test('counts the day that has begun, and never more than the time of the trash', () => {
  expect(daysLeft(30 * DAY, 0)).toBe(30);
  expect(daysLeft(30 * DAY, 1_000)).toBe(30);
  expect(daysLeft(30 * DAY, DAY)).toBe(29);
  // the page was opened before the deletion, or the server's clock is ahead
  expect(daysLeft(30 * DAY, -1_000)).toBe(30);
  expect(daysLeft(0, 5)).toBe(0);
});
