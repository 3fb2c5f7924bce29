import { describe, expect, it } from 'vitest';
import type { Correction } from '../../../sync/model/corrections';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { carryCorrections } from './carry-corrections';

const segment = (id: string, start: number, end: number, text: string, more: Partial<Segment> = {}): Segment => ({
  ...{ id, recordingId: 'r', start, end, text, original: '', participantId: '' },
  ...more,
});
const correction = (segmentId: string, more: Partial<Correction> = {}): Correction => ({
  ...{ id: `c-${segmentId}`, segmentIds: [segmentId], field: 'text', before: 'x', after: 'y', userId: 'ann', at: 1 },
  ...more,
});
const carry = (earlier: Segment[], now: Segment[], corrections: Correction[] = [], keeps = true) =>
  carryCorrections(earlier, now, corrections, { others: [], at: 9, keeps });

describe('a new recognition', () => {
  const corrected = segment('old', 1000, 5000, 'the budget', { original: 'the bugdet' });

  it('with other words at the same time gets the corrected text', () => {
    const { segments, corrections } = carry(
      [corrected],
      [segment('new', 1100, 5000, 'a bucket'), segment('later', 6000, 9000, 'agreed')],
      [correction('old')],
    );
    expect(segments.map((s) => [s.id, s.text, s.original])).toEqual([
      ['new', 'the budget', 'a bucket'],
      ['later', 'agreed', ''],
    ]);
    expect(corrections).toEqual([correction('old', { segmentIds: ['new'] })]);
  });

  it('with other segment boundaries has the corrected text in its history', () => {
    const { segments, corrections } = carry([corrected], [segment('new', 0, 20_000, 'welcome to the bucket')]);
    expect(segments.map((s) => s.text)).toEqual(['welcome to the bucket']);
    expect(corrections).toMatchObject([
      { segmentIds: ['new'], field: 'text', before: 'the budget', after: 'welcome to the bucket', userId: '', at: 9 },
    ]);
  });

  it('without words at that time keeps the corrected segment in its place', () => {
    const now = [segment('first', 0, 900, 'hello'), segment('last', 6000, 9000, 'agreed')];
    expect(carry([corrected], now).segments.map((s) => s.id)).toEqual(['first', 'old', 'last']);
    expect(carry([corrected], now, [], false).segments.map((s) => s.id)).toEqual(['first', 'last']);
  });

  it('keeps a speaker that a person assigned, and no others', () => {
    const earlier = [
      segment('a', 0, 2000, 'one', { participantId: 'ann' }),
      segment('b', 3000, 5000, 'two', { participantId: 'ben' }),
    ];
    const now = [
      segment('a2', 0, 2000, 'won', { participantId: 's1' }),
      segment('b2', 3000, 5000, 'too', { participantId: 's2' }),
    ];
    const named = correction('a', { field: 'speaker', before: 'ben', after: 'ann' });
    expect(carry(earlier, now, [named]).segments.map((s) => s.participantId)).toEqual(['ann', 's2']);
  });

  it('does not change segments without corrections, and removes corrections of missing segments', () => {
    const now = [segment('new', 0, 2000, 'won')];
    expect(carry([segment('old', 0, 2000, 'one')], now, [correction('gone')])).toEqual({
      segments: now,
      corrections: [],
    });
  });

  it('finds the same sentence without times', () => {
    const was = segment('old', -1, -1, 'the budget', { original: 'the bugdet' });
    const { corrections } = carry([was], [segment('new', -1, -1, 'the bugdet')], [correction('old')]);
    expect(corrections).toEqual([correction('old', { segmentIds: ['new'] })]);
  });

  describe('with a second correction of a sentence', () => {
    const shown = segment('new', 1000, 5000, 'the budget', { original: 'a bucket' });
    const again = segment('old', 1000, 5000, 'the whole budget', { original: 'the bugdet' });
    const first = correction('new', { before: 'the bugdet', after: 'the budget', at: 1 });

    it.each([
      ['written over it', { before: 'the budget', userId: 'ben', at: 1 }],
      ['later by the same person', { before: 'the bugdet', userId: 'ann', at: 5 }],
    ])('a correction %s is shown, and the history has both', (_name, made) => {
      const second = correction('old', { ...made, id: 'c2', after: 'the whole budget' });
      const { segments, corrections } = carry([again], [shown], [first, second], false);
      expect(segments).toMatchObject([{ id: 'new', text: 'the whole budget', original: 'a bucket' }]);
      expect(corrections.map(({ id, segmentIds }) => [id, segmentIds])).toEqual([
        [first.id, ['new']],
        ['c2', ['new']],
      ]);
    });

    it.each([
      ['of another person, who did not know it', { before: 'the bugdet', userId: 'ben', at: 5 }],
      ['earlier by the same person', { before: 'the bugdet', userId: 'ann', at: 0 }],
    ])('a correction %s is only in the history', (_name, made) => {
      const second = correction('old', { ...made, id: 'c2', after: 'the whole budget' });
      const { segments, corrections } = carry([again], [shown], [first, second], false);
      expect(segments[0]?.text).toBe('the budget');
      expect(corrections.map(({ after }) => after)).toContain('the whole budget');
    });
  });
});
