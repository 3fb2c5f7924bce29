import { expect, it } from 'vitest';
import { passageOf } from '../../../tests/support/passages';
import { fused, type FusedCandidate } from './fuse';

const candidate = (text: string, score: number, similarity?: number): FusedCandidate => ({
  document: 'notes/n1',
  mask: 1,
  similarity,
  passage: passageOf(text, { score }),
});
const order = (all: FusedCandidate[]): string[] =>
  fused(all)
    .sort((a, b) => b.passage.score - a.passage.score)
    .map(({ passage }) => passage.text);

it('ranks a passage of both lists before the first passage of one list', () => {
  const words = [candidate('a', 9), candidate('both', 8)];
  const meaning = [candidate('c', 0, 0.9), candidate('both', 0, 0.8)];
  const [first, ...rest] = order([...words, ...meaning]);
  expect(first).toBe('both');
  expect(rest.sort()).toEqual(['a', 'c']);
});

it('does not change the scores if there are no vectors', () => {
  const words = [candidate('a', 0.9), candidate('b', 0.2)];
  expect(fused(words).map(({ passage }) => passage.score)).toEqual([0.9, 0.2]);
});
