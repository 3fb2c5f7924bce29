import { describe, expect, it } from 'vitest';
import type { Correction } from '../../../sync/model/corrections';
import { LIMITS } from '../../../sync/model/limits';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { PushPolicy, StoredDoc } from '../../sync/store';
import { transcriptPolicy } from './content-policies';

const segment = (id: string, text: string, more: Partial<Segment> = {}): Segment => ({
  ...{ id, recordingId: 'r', start: 1000, end: 2000, text, original: '', participantId: '' },
  ...more,
});

type Content = Pick<StoredDoc<'transcripts'>, 'segments' | 'corrections'>;

/** The content that the server stores after a push by ann, or the code of its refusal. */
async function storedContent(before: Content, after: Content): Promise<Content | string> {
  let content = after;
  const doc = (own: Content) => ({ id: 'm', updatedAt: 7, ...own }) as StoredDoc<'transcripts'>;
  const write = {
    tx: { put: (_: string, __: string, fields: Partial<Content>) => (content = { ...content, ...fields }) },
    actor: { userId: 'ann' },
    ...{ before: doc(before), after: doc(after), changed: ['segments', 'corrections'] },
  } as unknown as Parameters<PushPolicy<'transcripts'>['check']>[0];
  try {
    await transcriptPolicy.check(write);
    await transcriptPolicy.apply!(write);
    return content;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function stored(before: Segment[], after: Segment[]): Promise<Segment[] | string> {
  const content = await storedContent({ segments: before }, { segments: after });
  return typeof content === 'string' ? content : content.segments;
}

it('a correction that arrives after a new recognition is transferred to the same sentence, along with those of other segments', async () => {
  const before = [segment('new', 'the bugdet'), segment('other', 'agreed', { start: 9000 })];
  const orphan = segment('old', 'the budget', { original: 'the bugdet', start: 900 });
  expect(await stored(before, [orphan, before[0]!, { ...before[1]!, text: 'Agreed.', original: 'agreed' }])).toEqual([
    { ...before[0]!, text: 'the budget', original: 'the bugdet' },
    { ...before[1]!, text: 'Agreed.', original: 'agreed' },
  ]);
  // with other recognised words, the segment at the same time is corrected
  expect(await stored(before, [...before, { ...orphan, original: 'something else' }])).toEqual([
    { ...before[0]!, text: 'the budget', original: 'the bugdet' },
    before[1],
  ]);
  expect(await stored(before, [...before, { ...orphan, start: 60_000 }])).toEqual(before);
});

it('segments cannot be removed, duplicated or moved', async () => {
  const before = [segment('a', 'one'), segment('b', 'two')];
  expect(await stored(before, [before[0]!])).toBe('NO_PERMISSION');
  expect(await stored(before, [before[0]!, segment('c', 'three')])).toBe('NO_PERMISSION');
  expect(await stored(before, [...before, before[0]!])).toBe('NO_PERMISSION');
  expect(await stored(before, [before[0]!, { ...before[1]!, start: 5 }])).toBe('NO_PERMISSION');
});

describe('the history of corrections', () => {
  const segments = [segment('a', 'one')];
  const correction = (id: string, more: Partial<Correction> = {}): Correction => ({
    ...{ id, segmentIds: ['a'], field: 'text', before: 'x', after: 'one', userId: 'ann', at: 1 },
    ...more,
  });
  const history = async (before: Correction[], after: Correction[]) => {
    const content = await storedContent({ segments, corrections: before }, { segments, corrections: after });
    return typeof content === 'string' ? content : content.corrections;
  };
  const known = correction('known', { userId: 'ben' });

  it('accepts new corrections in the name of the person who pushes', async () => {
    expect(await history([known], [known, correction('new')])).toEqual([known, correction('new')]);
    expect(await history([known], [known, correction('forged', { userId: 'ben' })])).toEqual([known]);
    expect(await history([known], [known, correction('forged', { userId: '' })])).toEqual([known]);
  });

  it('cannot be changed or shortened by a device', async () => {
    expect(await history([known], [{ ...known, after: 'two' }])).toEqual([known]);
    expect(await history([known], [correction('new')])).toEqual([known, correction('new')]);
  });

  it('drops the oldest corrections beyond the limit', async () => {
    const many = Array.from({ length: LIMITS.corrections }, (_, at) => correction(`c${at}`, { at }));
    const next = correction('next', { at: LIMITS.corrections });
    expect(await history(many, [...many, next])).toEqual([...many.slice(1), next]);
  });

  it('names the new segment of a correction that arrives after a new recognition', async () => {
    const before = { segments: [segment('new', 'the bugdet')], corrections: [] };
    const old = segment('old', 'the budget', { original: 'the bugdet' });
    const made = correction('made', { segmentIds: ['old'] });
    expect(await storedContent(before, { segments: [...before.segments, old], corrections: [made] })).toEqual({
      segments: [{ ...before.segments[0], text: 'the budget', original: 'the bugdet' }],
      corrections: [{ ...made, segmentIds: ['new'] }],
    });
  });
});
