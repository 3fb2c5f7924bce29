import { expect, test } from 'vitest';
import { Ranker, type MatchedTerm } from './score';
import { orderOf } from './sources';

const term = (name: string, word: number, occurrences: [number, number][], share = 1): MatchedTerm => ({
  term: { term: name, prefix: false, word, share },
  words:
    occurrences.length === 0
      ? []
      : [
          {
            weight: 1,
            holders: occurrences.length,
            eachOccurrence: (visit) => occurrences.forEach(([target, times]) => visit(target, times, 10)),
          },
        ],
});
const rank = (terms: MatchedTerm[], order = (target: number): number => target, limit = 10) =>
  new Ranker().rank(
    terms,
    { sources: 1_000, tokens: 10_000 },
    { count: 10, wanted: (target) => target !== 9, order },
    limit,
  );

test('a target with more of the question, or more often, ranks higher', () => {
  const { best, closest } = rank([
    term('plan', 0, [
      [1, 1],
      [2, 1],
      [3, 4],
    ]),
    term('harbour', 1, [[2, 1]], 0.5),
  ]);
  expect([best.map(({ target }) => target), closest]).toEqual([[2, 3, 1], false]);
});

test('targets with equal scores are in the order of their numbers, also at the limit', () => {
  const all: [number, number][] = [1, 2, 3, 4, 5].map((target) => [target, 1]);
  expect(rank([term('plan', 0, all)], undefined, 3).best.map(({ target }) => target)).toEqual([5, 4, 3]);
  expect(rank([term('plan', 0, [...all].reverse())], (target) => -target, 3).best.map(({ target }) => target)).toEqual([
    1, 2, 3,
  ]);
});

test('if no target covers half, those that cover a third are the closest matches; unwanted targets are excluded', () => {
  const asked = [
    term('plan', 0, [
      [1, 1],
      [9, 1],
    ]),
    term('unheard', 1, []),
  ];
  expect(rank(asked)).toMatchObject({ best: [{ target: 1 }], closest: true });
  expect(rank([term('unheard', 0, [])])).toEqual({ best: [], closest: false });
});

test('the scores of a question do not affect the next question', () => {
  const ranker = new Ranker();
  const ask = (terms: MatchedTerm[]) =>
    ranker.rank(terms, { sources: 10, tokens: 100 }, { count: 5, wanted: () => true, order: (n) => n }, 5).best;
  const first = ask([term('plan', 0, [[1, 2]])]);
  ask([
    term('other', 0, [
      [1, 1],
      [2, 1],
    ]),
  ]);
  expect(ask([term('plan', 0, [[1, 2]])])).toEqual(first);
});

test('newer ids have larger numbers, which are safe integers', () => {
  expect(orderOf('0zzzzzzzz0')).toBeLessThan(orderOf('100000000a'));
  expect(Number.isSafeInteger(orderOf('z'.repeat(64)))).toBe(true);
  expect(orderOf('')).toBe(0);
});
