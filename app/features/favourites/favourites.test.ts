import { expect, it } from 'vitest';
import { mergeDocument, type Version } from '../../../sync/merge/merge';
import { inOrder, moved } from './favourites';

it('orders favourites, those of another device without a place last', () => {
  expect(inOrder(['notes/a', 'projects/b', 'meetings/c', 'notes/0'], ['meetings/c', 'gone', 'projects/b'])).toEqual([
    'meetings/c',
    'projects/b',
    'notes/0',
    'notes/a',
  ]);
});

it('moves a favourite to a place, and nothing beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  for (const [key, to] of [
    ['a', -1],
    ['c', 3],
    ['x', 0],
    ['b', 1],
  ] as const)
    expect(moved(['a', 'b', 'c'], key, to)).toEqual(['a', 'b', 'c']);
});

it('merges the favourites of two devices without losing one, and without a question about their order', () => {
  const version = (rev: string, updatedAt: number, favourites: string[], favouriteOrder = favourites): Version => ({
    id: 'me',
    rev,
    updatedAt,
    favourites,
    favouriteOrder,
  });
  const base = version('1-a', 1, ['notes/a', 'notes/b']);
  const { merged, conflicts } = mergeDocument(
    'preferences',
    base,
    version('2-m', 2, ['notes/a', 'notes/b', 'notes/mine'], ['notes/mine', 'notes/a', 'notes/b']),
    version('2-t', 3, ['notes/b', 'projects/theirs']),
  );
  expect(conflicts).toEqual([]);
  expect(new Set(merged['favourites'] as string[])).toEqual(new Set(['notes/b', 'notes/mine', 'projects/theirs']));
  expect(inOrder(merged['favourites'] as string[], merged['favouriteOrder'] as string[])).toEqual([
    'notes/b',
    'projects/theirs',
    'notes/mine',
  ]);
});
