import { describe, expect, it } from 'vitest';
import type { Segment } from '../model/kinds/transcripts';
import type { MeetingMoment } from '../model/meeting-moments';
import { timedMoments, timedSegments } from './segments';

const segment = (id: string, start: number, end: number, more: Partial<Segment> = {}): Segment => ({
  id,
  recordingId: 'r1',
  start,
  end,
  text: `words of ${id}`,
  original: '',
  participantId: 'p',
  ...more,
});
const recordings = [
  { id: 'r1', durationMs: 10_000 },
  { id: 'r2', durationMs: 5_000 },
];

describe('segments by time', () => {
  it('sorts unordered segments, and places recordings one after the other', () => {
    const given = [segment('c', 1_000, 2_000, { recordingId: 'r2' }), segment('b', 5_000, 6_000), segment('a', 0, 900)];
    expect(timedSegments(given, recordings).map(({ id, start, at }) => [id, start, at])).toEqual([
      ['a', 0, 0],
      ['b', 5_000, 5_000],
      ['c', 11_000, 1_000],
    ]);
  });

  it('limits an end to the length of the recording, and ignores a start beyond it', () => {
    const given = [segment('a', 9_000, 60_000), segment('b', 60_000, 61_000), segment('c', 4_000, 3_000)];
    expect(timedSegments(given, recordings).map(({ id, start, end }) => [id, start, end])).toEqual([
      ['c', 4_000, 4_000],
      ['a', 9_000, 10_000],
      ['b', -1, -1],
    ]);
  });

  it('keeps a segment without times behind its predecessor, and drops empty ones', () => {
    const given = [
      segment('a', 5_000, 6_000),
      segment('untimed', -1, -1),
      segment('first', 0, 900),
      segment('empty', 7_000, 8_000, { text: '  ' }),
    ];
    expect(timedSegments(given, recordings).map(({ id }) => id)).toEqual(['first', 'a', 'untimed']);
  });

  it('derives an unknown length of a recording from its segments', () => {
    const given = [segment('a', 0, 3_000, { recordingId: '' }), segment('b', 1_000, 8_000, { recordingId: '' })];
    expect(timedSegments(given, []).map(({ end }) => end)).toEqual([3_000, 8_000]);
  });
});

describe('bookmarks and typed lines by time', () => {
  const moment = (id: string, recordingId: string, at: number): MeetingMoment => ({
    ...{ id, recordingId, at, kind: 'note', text: `words of ${id}`, userId: 'ann' },
  });
  const timesOf = (given: Segment[], moments: MeetingMoment[], of = recordings) =>
    timedMoments(moments, given, timedSegments(given, of), of).map(({ id, start, segmentId }) => [
      id,
      start,
      segmentId,
    ]);

  it('are on the joint time line, with the segment of their time', () => {
    const given = [segment('a', 0, 900), segment('b', 5_000, 6_000), segment('c', 1_000, 2_000, { recordingId: 'r2' })];
    const moments = [moment('late', 'r2', 1_500), moment('pause', 'r1', 3_000), moment('early', 'r2', 500)];
    expect(timesOf(given, moments)).toEqual([
      ['pause', 3_000, 'a'],
      ['early', 10_500, ''],
      ['late', 11_500, 'c'],
    ]);
  });

  it('have no time while their recording is unknown, and belong to the first recording if the transcript names none', () => {
    expect(timesOf([], [moment('m', 'r9', 700)])).toEqual([['m', -1, '']]);
    expect(timesOf([segment('a', 0, 900, { recordingId: '' })], [moment('m', 'r1', 700)])).toEqual([['m', 700, 'a']]);
  });
});
