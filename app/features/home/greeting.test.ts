import { expect, it } from 'vitest';
import { partOfDay } from './greeting';

it('greets by the local time of day', () => {
  const day = Array.from({ length: 24 }, (_, hour) => partOfDay(hour));
  expect(day.slice(0, 5)).toEqual(Array(5).fill('night'));
  expect(day.slice(5, 12)).toEqual(Array(7).fill('morning'));
  expect(day.slice(12, 18)).toEqual(Array(6).fill('afternoon'));
  expect(day.slice(18, 23)).toEqual(Array(5).fill('evening'));
  expect(day[23]).toBe('night');
});
