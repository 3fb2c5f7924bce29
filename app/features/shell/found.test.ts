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

test('a passage of a transcript leads to the transcript', () => {
  const passage = { field: 'transcript' as const, segmentId: 's1', text: 'x', start: 0, ranges: [] as [number, number][] };
  expect(mergeFound([result('m', { passages: [passage] })], [], 5)[0]!.href).toBe('/meeting/m?tab=transcript');
  expect(mergeFound([result('n', { collection: 'notes', projectId: 'p' })], [], 5)[0]!.href).toBe('/project/p/note-detail/n');
});
