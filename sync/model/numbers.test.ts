import * as v from 'valibot';
import { expect, test } from 'vitest';
import { amount, LATEST, timestamp, whole } from './numbers';
import { KINDS } from './kinds';
import { MeetingRecording } from './kinds/meetings';
import { SummaryVersion } from './kinds/summaries';
import { Segment } from './kinds/transcripts';

const HOSTILE = [1e300, -1e300, Infinity, Number.MAX_SAFE_INTEGER + 1];

/** Numeric fields with their schemas. */
const numbersOf = (entries: v.ObjectEntries): [string, v.GenericSchema][] =>
  Object.entries(entries).filter(([, schema]) => v.is(schema, 0) && !v.is(schema, 'text')) as [
    string,
    v.GenericSchema,
  ][];

const entries = {
  ...Object.fromEntries(Object.values(KINDS).map((each) => [each.name, each.schema.entries])),
  recording: MeetingRecording.entries,
  version: SummaryVersion.entries,
  segment: Segment.entries,
};

test.each(Object.entries(entries))(
  'every number of a document is within the range of dates and safe integers: %s',
  (_name, fields) => {
    const numbers = numbersOf(fields as v.ObjectEntries);
    expect(
      numbers.flatMap(([field, schema]) =>
        HOSTILE.filter((number) => v.is(schema, number)).map((number) => `${field} ${number}`),
      ),
    ).toEqual([]);
    // Times are formatted as dates by screens.
    const times = numbers.filter(([field]) => /At$|^at$/.test(field));
    expect(
      times
        .filter(([, schema]) => !v.is(schema, Date.UTC(2026, 10, 23)) || v.is(schema, 9e15) || v.is(schema, -1))
        .map(([field]) => field),
    ).toEqual([]);
  },
);

test('the latest time is a valid date, and amounts and counts end at the largest safe integer', () => {
  expect(new Date(LATEST).getUTCFullYear()).toBe(2100);
  expect([
    v.is(timestamp(), LATEST),
    v.is(timestamp(), LATEST + 1),
    v.is(amount(), 0.5),
    v.is(whole(), 0.5),
    v.is(whole(), Number.MAX_SAFE_INTEGER),
  ]).toEqual([true, false, true, false, true]);
});
