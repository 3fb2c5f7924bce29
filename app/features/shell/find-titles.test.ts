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
});
const ids = (found: MatchedTitle[]) => found.map((f) => f.id);

it('finds by every word, in titles before first words, beginnings first', () => {
  const all = [
    doc('a', 'About the budget plan', 5),
    doc('b', 'Budget', 1),
    doc('c', 'Minutes', 9, 'We spoke of the budget'),
    doc('d', 'Menu', 9),
  ];
  expect(ids(matchTitles(all, 'budget', 10))).toEqual(['b', 'a', 'c']);
  expect(ids(matchTitles(all, 'plan budget', 10))).toEqual(['a']);
});
it('sees through width and case', () => {
  expect(ids(matchTitles([doc('a', '予算ＰＬＡＮ'), doc('b', 'カタカナ')], 'plan', 10))).toEqual(['a']);
  expect(ids(matchTitles([doc('b', 'ｶﾀｶﾅの議事録')], 'カタカナ', 10))).toEqual(['b']);
});
it('finds nothing for an empty question, and no more than asked for', () => {
  expect(matchTitles([doc('a', 'x')], ' ', 10)).toEqual([]);
  expect(
    matchTitles(
      Array.from({ length: 9 }, (_, i) => doc(String(i), 'x')),
      'x',
      4,
    ),
  ).toHaveLength(4);
});
