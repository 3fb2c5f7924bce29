import { expect, test } from 'vitest';
import type { SearchResult } from '../../../sync/engine/api';
import type { FoundTitle } from './found-titles';
import { mergeFound } from './found';

const result = (id: string, fields: Partial<SearchResult> = {}): SearchResult => ({ collection: 'meetings', id, title: id, titleRanges: [], projectId: '', updatedAt: 1, passages: [], score: 1, ...fields });
const title = (kind: FoundTitle['kind'], id: string): FoundTitle => ({ kind, id, title: id, href: '/x', snippet: '', updatedAt: 1, projectId: '' });

test('what is found by words comes first and once; titles fill up to the limit', () => {
  const found = mergeFound([result('a'), result('b')], [title('meetings', 'b'), title('notes', 'b'), title('notes', 'c')], 3);
  expect(found.map((f) => `${f.kind}/${f.id}`)).toEqual(['meetings/a', 'meetings/b', 'notes/b']);
  expect(found.map((f) => f.titleRanges)).toEqual([[], [], null]);
});

test('a passage leads to where it stands', () => {
  const passage = { text: 'of the north wall', start: 30, ranges: [[7, 12]] as [number, number][] };
  const href = (fields: Partial<SearchResult>): string => mergeFound([result('m', fields)], [], 5)[0]!.href;
  expect(href({ passages: [{ ...passage, field: 'transcript', segmentId: 's1', start: 0 }] })).toBe('/meeting/m?tab=transcript&segment=s1&find=north&near=7');
  expect(href({ passages: [{ ...passage, field: 'text' }] })).toBe('/meeting/m?find=north&near=37');
  expect(href({ passages: [{ ...passage, field: 'participants' }] })).toBe('/meeting/m');
  expect(href({ collection: 'notes', projectId: 'p', passages: [{ ...passage, field: 'text' }] })).toBe('/project/p/note-detail/m?find=north&near=37');
  expect(href({ collection: 'notes', projectId: 'p' })).toBe('/project/p/note-detail/m');
});
