import { expect, it } from 'vitest';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { MeetingMoment } from '../../../sync/model/meeting-moments';
import { withMoments } from './transcript-rows';

const segment = (id: string, recordingId: string, start: number): Segment => ({
  id,
  recordingId,
  start,
  end: start < 0 ? -1 : start + 1000,
  text: id,
  original: '',
  participantId: '',
});
const moment = (id: string, recordingId: string, at: number): MeetingMoment => ({
  id,
  recordingId,
  at,
  kind: 'note',
  text: id,
  userId: 'u',
});
const ids = (...args: Parameters<typeof withMoments>): string[] => withMoments(...args).map((row) => row.id);

it('puts moments after the segment of their time, per recording', () => {
  const segments = [segment('a', 'r1', 0), segment('b', 'r1', 2000), segment('c', 'r2', 0)];
  const moments = [moment('late', 'r2', 500), moment('in a', 'r1', 900), moment('end', 'r1', 9000)];
  expect(ids(segments, moments, ['r1', 'r2'])).toEqual(['a', 'in a', 'b', 'end', 'c', 'late']);
});

it('puts moments after segments without times, and moments of a recording without segments at the end', () => {
  const segments = [segment('a', 'r1', -1), segment('b', 'r1', -1)];
  expect(ids(segments, [moment('x', 'r1', 10), moment('y', 'gone', 5)], ['r1'])).toEqual(['a', 'b', 'x', 'y']);
  expect(ids([], [moment('x', 'r1', 10)], ['r1'])).toEqual(['x']);
});
