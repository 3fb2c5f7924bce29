import { expect, it } from 'vitest';
import { matchTitles, type MatchedTitle } from './find-titles';

const doc = (id: string, title: string, updatedAt = 0, snippet = ''): MatchedTitle => ({
  kind: 'notes',
  id,
  title,
  href: '',
  snippet,
  updatedAt,
  projectId: '',
  itemType: '',
});
const ids = (found: MatchedTitle[]) => found.map((f) => f.id);

it('matches every word, titles before snippets, prefixes first', () => {
  const all = [
    doc('a', 'About the budget plan', 5),
    doc('b', 'Budget', 1),
    doc('c', 'Minutes', 9, 'We spoke of the budget'),
    doc('d', 'Menu', 9),
  ];
  expect(ids(matchTitles(all, 'budget', 10))).toEqual(['b', 'a', 'c']);
  expect(ids(matchTitles(all, 'plan budget', 10))).toEqual(['a']);
});
it('ignores width and case', () => {
  expect(ids(matchTitles([doc('a', '予算ＰＬＡＮ'), doc('b', 'カタカナ')], 'plan', 10))).toEqual(['a']);
  expect(ids(matchTitles([doc('b', 'ｶﾀｶﾅの議事録')], 'カタカナ', 10))).toEqual(['b']);
});
it('returns nothing for an empty query, and no more than the limit', () => {
  expect(matchTitles([doc('a', 'x')], ' ', 10)).toEqual([]);
  expect(
    matchTitles(
      Array.from({ length: 9 }, (_, i) => doc(String(i), 'x')),
      'x',
      4,
    ),
  ).toHaveLength(4);
});
