import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeDocument, type Version } from '../../merge/merge';
import { withRecordingTimes } from './meetings';

const NONE = { actualStartAt: 0, actualEndAt: 0 };
/** Recording times as one device reports them, with an arbitrary clock. */
const recordingTimes = fc.array(fc.record({ actualStartAt: fc.nat(9), actualEndAt: fc.nat(9) }), { maxLength: 4 });
const after = (recordings: { actualStartAt: number; actualEndAt: number }[]) =>
  recordings.reduce(withRecordingTimes, NONE);
const isValid = ({ actualStartAt, actualEndAt }: typeof NONE): boolean =>
  actualStartAt === 0 || actualEndAt === 0 || actualEndAt >= actualStartAt;

test('the end of a meeting is never before its start, even with wrong device clocks', () => {
  expect(withRecordingTimes({ actualStartAt: 100, actualEndAt: 0 }, { actualEndAt: 40 })).toEqual({
    actualStartAt: 100,
    actualEndAt: 100,
  });
  // The second recording starts after the first one ended.
  expect(withRecordingTimes({ actualStartAt: 100, actualEndAt: 200 }, { actualStartAt: 500 })).toEqual({
    actualStartAt: 100,
    actualEndAt: 500,
  });
  fc.assert(fc.property(recordingTimes, (recordings) => isValid(after(recordings))));
});

test('recordings of one meeting on two devices merge into times that the server accepts', () => {
  const version = (rev: string, times: typeof NONE): Version => ({
    id: 'm1',
    space: 'meeting:m1',
    rev,
    updatedAt: 1,
    recency: -1,
    abilities: ['update'],
    ...times,
  });
  const merge = (here: Parameters<typeof after>[0], there: Parameters<typeof after>[0]): typeof NONE =>
    mergeDocument(
      'meetings',
      version('1-base00', NONE),
      version('2-mine00', after(here)),
      version('2-theirs', after(there)),
    ).merged as unknown as typeof NONE;
  // an end without a start on one device
  expect(isValid(merge([{ actualStartAt: 0, actualEndAt: 3 }], [{ actualStartAt: 5, actualEndAt: 0 }]))).toBe(true);
  fc.assert(
    fc.property(recordingTimes, recordingTimes, (here, there) => isValid(merge(here, there))),
    { numRuns: 1_000 },
  );
});
