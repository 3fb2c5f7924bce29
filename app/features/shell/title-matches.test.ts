import { expect, test } from 'vitest';
import type { SearchResult } from '../../../sync/ranking/answer';
import type { MatchedTitle } from './find-titles';
import { mergeMatches } from './title-matches';

const result = (id: string, fields: Partial<SearchResult> = {}): SearchResult => ({
  collection: 'meetings',
  id,
  title: id,
  titleRanges: [],
  projectId: '',
  itemType: '',
  updatedAt: 1,
  passages: [],
  score: 1,
  ...fields,
});
const title = (kind: MatchedTitle['kind'], id: string): MatchedTitle => ({
  kind,
  id,
  title: id,
  href: '/x',
  snippet: '',
  updatedAt: 1,
  projectId: '',
  itemType: '',
});

test('index matches come first and once; title matches fill up to the limit', () => {
  const found = mergeMatches(
    { results: [result('a'), result('b')], closest: false },
    [title('meetings', 'b'), title('notes', 'b'), title('notes', 'c')],
    3,
  );
  expect(found.map((f) => `${f.kind}/${f.id}`)).toEqual(['meetings/a', 'meetings/b', 'notes/b']);
  expect(found.map((f) => f.titleRanges)).toEqual([[], [], null]);
});

test('close matches are labelled and follow titles that contain the query', () => {
  const found = mergeMatches(
    { results: [result('a'), result('b')], closest: true },
    [title('meetings', 'b'), title('notes', 'c')],
    5,
  );
  expect(found.map((f) => [`${f.kind}/${f.id}`, f.closest])).toEqual([
    ['meetings/b', false],
    ['notes/c', false],
    ['meetings/a', true],
  ]);
});

test('a passage leads to its position, and its words are not in the address', () => {
  const passage = { text: 'of the north wall', start: 30, ranges: [[7, 12]] as [number, number][] };
  const found = (fields: Partial<SearchResult>) => {
    const { href, anchor } = mergeMatches({ results: [result('m', fields)], closest: false }, [], 5)[0]!;
    return [href, anchor];
  };
  expect(found({ passages: [{ ...passage, field: 'transcript', segmentId: 's1', start: 0 }] })).toEqual([
    '/meeting/m?tab=transcript',
    { words: ['north'], near: 7, segmentId: 's1' },
  ]);
  expect(found({ passages: [{ ...passage, field: 'moments', segmentId: 'line1', start: 0 }] })).toEqual([
    '/meeting/m?tab=transcript',
    { words: ['north'], near: 7, segmentId: 'line1' },
  ]);
  expect(found({ passages: [{ ...passage, field: 'text' }] })).toEqual(['/meeting/m', { words: ['north'], near: 37 }]);
  expect(found({ passages: [{ ...passage, field: 'participants' }] })).toEqual(['/meeting/m', null]);
  expect(found({ collection: 'notes', projectId: 'p', passages: [{ ...passage, field: 'text' }] })).toEqual([
    '/project/p/note-detail/m',
    { words: ['north'], near: 37 },
  ]);
  expect(found({ collection: 'notes', projectId: 'p' })).toEqual(['/project/p/note-detail/m', null]);
});

test('a project item opens among items of its type, at the part that matches', () => {
  const passage = { field: 'content' as const, segmentId: 'p7', text: 'x', start: 0, ranges: [] };
  const page = result('page1', {
    collection: 'projectItems',
    projectId: 'pr1',
    itemType: 'websiteUrl',
    passages: [passage],
  });
  const file = { ...page, id: 'file1', itemType: 'file' as const };
  expect(mergeMatches({ results: [page, file], closest: false }, [], 5).map(({ href }) => href)).toEqual([
    '/project/pr1?tab=links&item=page1&part=p7',
    '/project/pr1?tab=files&item=file1&part=p7',
  ]);
});
