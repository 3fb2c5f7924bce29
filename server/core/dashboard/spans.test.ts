import { expect, it } from 'vitest';
import { spans, spansOf } from './spans';

const at = (iso: string): number => Date.parse(iso);
const iso = (edges: number[]): string[] => edges.map((edge) => new Date(edge).toISOString());

it('divides the last 24 hours, 7 days, 30 days and 12 months, including the current period', () => {
  const now = at('2026-03-15T10:20:30Z');
  const day = iso(spansOf('day', now, 'UTC'));
  expect([day.length, day[0], day.at(-1)]).toEqual([25, '2026-03-14T11:00:00.000Z', '2026-03-15T11:00:00.000Z']);
  const week = iso(spansOf('week', now, 'UTC'));
  expect([week.length, week[0], week.at(-1)]).toEqual([8, '2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z']);
  expect(spansOf('month', now, 'UTC')).toHaveLength(31);
  const year = iso(spansOf('year', now, 'UTC'));
  expect([year.length, year[0], year.at(-1)]).toEqual([13, '2025-04-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']);
});

it('begins days at midnight of the time zone, also across a clock change, and hours on the zone’s full hour', () => {
  expect(iso(spansOf('week', at('2026-03-15T16:00:00Z'), 'Asia/Tokyo')).slice(-2)).toEqual([
    '2026-03-15T15:00:00.000Z',
    '2026-03-16T15:00:00.000Z',
  ]);
  expect(iso(spansOf('week', at('2026-03-30T12:00:00Z'), 'Europe/Berlin')).slice(-4)).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
    '2026-03-30T22:00:00.000Z',
  ]);
  expect(iso(spansOf('day', at('2026-03-15T10:20:00Z'), 'Asia/Kolkata')).slice(-2)).toEqual([
    '2026-03-15T09:30:00.000Z',
    '2026-03-15T10:30:00.000Z',
  ]);
});

it('begins weeks on Monday', () => {
  expect(iso(spans('weeks', 12, at('2026-03-15T10:00:00Z'), 'UTC')).slice(-2)).toEqual([
    '2026-03-09T00:00:00.000Z',
    '2026-03-16T00:00:00.000Z',
  ]);
  expect(iso(spans('weeks', 2, at('2026-03-16T10:00:00Z'), 'UTC'))).toEqual([
    '2026-03-09T00:00:00.000Z',
    '2026-03-16T00:00:00.000Z',
    '2026-03-23T00:00:00.000Z',
  ]);
});
