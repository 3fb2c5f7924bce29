import { describe, expect, it } from 'vitest';
import { correctionsBetween, isOfSpeaker, ofSegments, renaming, withinLimits, type Correction } from './corrections';
import { LIMITS } from './limits';

const segment = (id: string, text: string, participantId = 'p') => ({ id, text, participantId });
const by = { userId: 'ann', at: 5 };
const correction = (at: number, more: Partial<Correction> = {}): Correction => ({
  ...{ id: `c${at}`, segmentIds: ['a'], field: 'text', before: 'x', after: 'y', userId: 'ann', at },
  ...more,
});

describe('correctionsBetween', () => {
  it('has one entry per changed text, and one for segments assigned to a speaker together', () => {
    const before = [segment('a', 'one'), segment('b', 'two'), segment('c', 'three')];
    const after = [segment('a', 'One', 'q'), segment('b', 'two', 'q'), segment('c', 'three')];
    expect(correctionsBetween(before, after, by)).toMatchObject([
      { field: 'text', segmentIds: ['a'], before: 'one', after: 'One', ...by },
      { field: 'speaker', segmentIds: ['a', 'b'], before: 'p', after: 'q', ...by },
    ]);
  });
  it('is empty if nothing changed', () => {
    expect(correctionsBetween([segment('a', 'one')], [segment('a', 'one')], by)).toEqual([]);
  });
});

it('a correction of very many segments stores no segment ids, so that older corrections still fit', () => {
  const all = (speaker: string) =>
    Array.from({ length: 20_000 }, (_, at) => segment(`${at}`.padStart(22), 'x', speaker));
  const made = correctionsBetween(all('p'), all('q'), by);
  expect(made).toMatchObject([{ field: 'speaker', segmentIds: [], before: 'p', after: 'q' }]);
  expect(withinLimits([correction(1), ...made])).toHaveLength(2);
  expect(ofSegments(made, [])).toEqual(made);
});

it('a renaming concerns the whole speaker, as merges and splits do', () => {
  expect(renaming('p', 'Ann', 'Ann', by)).toBeNull();
  const named = renaming('p', 'Speaker 1', 'Ann', by)!;
  expect(named).toMatchObject({ field: 'name', participantId: 'p', before: 'Speaker 1', after: 'Ann', ...by });
  const merged = { id: 'p', userId: '', type: 'speaker' as const, name: 'Ann', transcriptionOriName: '' };
  const split: Partial<Correction> = { field: 'speaker', segmentIds: ['a', 'b'] };
  expect([named, correction(1, { field: 'speaker', merged }), correction(2, split)].map(isOfSpeaker)).toEqual([
    true,
    true,
    true,
  ]);
  expect([correction(1), correction(2, { field: 'speaker' })].map(isOfSpeaker)).toEqual([false, false]);
});

describe('withinLimits', () => {
  it('keeps the newest by number', () => {
    const all = Array.from({ length: LIMITS.corrections + 2 }, (_, at) => correction(at));
    expect(withinLimits(all)).toEqual(all.slice(2));
    expect(withinLimits(all.toReversed())[0]).toEqual(all.at(-1));
  });
  it('keeps the newest by size', () => {
    const long = 'x'.repeat(LIMITS.correctionUnits / 2 - 2);
    const all = [correction(1), correction(2, { after: long }), correction(3, { after: long })];
    expect(withinLimits(all).map(({ id }) => id)).toEqual(['c2', 'c3']);
  });
});

it('corrections of missing segments are removed', () => {
  const all = [correction(1), correction(2, { segmentIds: ['a', 'b'] }), correction(3, { segmentIds: ['b'] })];
  expect(ofSegments(all, [{ id: 'a' }])).toEqual([all[0], { ...all[1], segmentIds: ['a'] }]);
});
