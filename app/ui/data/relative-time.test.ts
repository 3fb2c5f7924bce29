import { expect, it } from 'vitest';
import { timeText } from './relative-time';

const now = new Date('2026-05-20T12:00:00').getTime();
const hours = (n: number) => now - n * 3_600_000;

it('is relative within a week and a date after', () => {
  expect(timeText(hours(2), now, 'en')).toBe('2 hours ago');
  expect(timeText(hours(30), now, 'en')).toBe('yesterday');
  expect(timeText(hours(24 * 6), now, 'en')).toBe('6 days ago');
  expect(timeText(hours(24 * 8), now, 'en')).toBe('May 12');
  expect(timeText(new Date('2025-05-12T12:00:00').getTime(), now, 'en')).toBe('May 12, 2025');
});
it('speaks the language of the reader', () => {
  expect(timeText(hours(2), now, 'ja')).toBe('2 時間前');
  expect(timeText(hours(2), now, 'zh_hant')).toBe('2 小時前');
});
