import { expect, it } from 'vitest';
import { nextDigestAt } from './digest-time';

const next = (now: string, zone: string): string => new Date(nextDigestAt(Date.parse(now), zone)).toISOString();

it.each([
  ['before eight', '2026-11-23T22:30:00Z', 'Asia/Tokyo', '2026-11-23T23:00:00.000Z'],
  ['at eight', '2026-11-23T23:00:00Z', 'Asia/Tokyo', '2026-11-24T23:00:00.000Z'],
  ['on the day when clocks go forward', '2026-03-29T00:30:00Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['on the day when clocks go back', '2026-10-24T23:30:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  ['half an hour beside', '2026-11-23T00:00:00Z', 'Asia/Kolkata', '2026-11-23T02:30:00.000Z'],
  ['three quarters of an hour beside', '2026-11-23T02:15:00Z', 'Asia/Kathmandu', '2026-11-24T02:15:00.000Z'],
  ['where clocks change by half an hour', '2026-10-03T12:00:00Z', 'Australia/Lord_Howe', '2026-10-03T21:00:00.000Z'],
  ['on the day that a zone left out', '2011-12-30T06:00:00Z', 'Pacific/Apia', '2011-12-30T18:00:00.000Z'],
  ['unknown zone: UTC', '2026-11-23T07:59:59Z', 'Mars/Base', '2026-11-23T08:00:00.000Z'],
])('a digest goes out at eight in the morning there: %s', (_name, now, zone, expected) =>
  expect(next(now, zone)).toBe(expected),
);
