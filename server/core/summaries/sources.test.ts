import { expect, it } from 'vitest';
import { inTimeOrder, termsIn, type SourcePassage } from './sources';

it('termsIn finds terms that occur in the text, up to the limit, and no term of which only the characters occur', () => {
  expect(termsIn(['Lux', 'C', '照度', 'uLx', 'lux'], 'Lux of C: 照度')).toEqual(['Lux', 'C', '照度']);
  expect(termsIn(['Lanan', 'Lantern'], 'Lantern and nan')).toEqual(['Lantern']);
  const many = Array.from({ length: 50 }, (_, n) => `T${n};`);
  expect(termsIn(many, many.join(' '))).toEqual(many.slice(0, 40));
});

// with a search of the whole text for each term, this test would exceed its time limit
it('termsIn reads a long text once for all terms', () => {
  const terms = Array.from({ length: 10_000 }, (_, n) => `語${n}照`);
  expect(termsIn(terms, '語の照明を見る。'.repeat(500_000))).toEqual([]);
});

it('typed lines are ordered by time among the segments, and lines of the note come first', () => {
  const of = (no: number, segmentId: string, at?: number): SourcePassage => ({
    ...{ no, text: '', segmentId, lead: '' },
    ...(at === undefined ? {} : { at }),
  });
  const note = [of(1, ''), of(2, '', 1500), of(3, '', 9000)];
  // the second segment has no time
  const transcript = [of(4, 'a', 0), of(5, 'b', -1), of(6, 'c', 2000)];
  expect(inTimeOrder({ note, transcript }).map(({ no }) => no)).toEqual([1, 4, 5, 2, 6, 3]);
});
