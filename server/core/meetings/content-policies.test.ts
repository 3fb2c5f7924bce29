import { expect, it } from 'vitest';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { PushPolicy, StoredDoc } from '../../sync/store';
import { transcriptPolicy } from './content-policies';

const segment = (id: string, text: string, more: Partial<Segment> = {}): Segment => ({
  ...{ id, recordingId: 'r', start: 1000, end: 2000, text, original: '', participantId: '' },
  ...more,
});

/** What the server stores of a pushed list; the code of its refusal. */
async function stored(before: Segment[], after: Segment[]): Promise<Segment[] | string> {
  let segments = after;
  const doc = (own: Segment[]) => ({ id: 'm', segments: own }) as StoredDoc<'transcripts'>;
  const write = {
    tx: { put: (_: string, __: string, fields: { segments: Segment[] }) => (segments = fields.segments) },
    ...{ before: doc(before), after: doc(after), changed: ['segments'] },
  } as unknown as Parameters<PushPolicy<'transcripts'>['check']>[0];
  try {
    await transcriptPolicy.check(write);
    await transcriptPolicy.apply!(write);
    return segments;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

it('a correction that arrives after another recognition goes to the same sentence, beside those of other segments', async () => {
  const before = [segment('new', 'the bugdet'), segment('other', 'agreed', { start: 9000 })];
  const orphan = segment('old', 'the budget', { original: 'the bugdet', start: 900 });
  expect(await stored(before, [orphan, before[0]!, { ...before[1]!, text: 'Agreed.', original: 'agreed' }])).toEqual([
    { ...before[0]!, text: 'the budget', original: 'the bugdet' },
    { ...before[1]!, text: 'Agreed.', original: 'agreed' },
  ]);
  // no segment says it any more
  expect(await stored(before, [...before, { ...orphan, original: 'something else' }])).toEqual(before);
  expect(await stored(before, [...before, { ...orphan, start: 60_000 }])).toEqual(before);
});

it('segments are not removed, not repeated, and not moved', async () => {
  const before = [segment('a', 'one'), segment('b', 'two')];
  expect(await stored(before, [before[0]!])).toBe('NO_PERMISSION');
  expect(await stored(before, [before[0]!, segment('c', 'three')])).toBe('NO_PERMISSION');
  expect(await stored(before, [...before, before[0]!])).toBe('NO_PERMISSION');
  expect(await stored(before, [before[0]!, { ...before[1]!, start: 5 }])).toBe('NO_PERMISSION');
});
