import { describe, expect, it } from 'vitest';
import { readAnchor } from '~/features/search-anchor/anchor';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import type { ItemType } from '../../../sync/model/kinds/project-items';
import { anchorOfQuote, targetOf } from './source-target';

const source = (fields: Partial<AnswerSource>): AnswerSource => ({
  no: 1,
  kind: 'notes',
  id: 'd1',
  partId: '',
  title: 'Title',
  url: '',
  projectId: 'p1',
  text: 'First line.\nThe budget is 5 million yen.\nLast line.',
  start: 100,
  at: -1,
  updatedAt: 1,
  ...fields,
});
const QUOTE = 'The budget is 5 million yen.';
/** offset of the quote in its document */
const NEAR = 112;

describe('a passage is opened', () => {
  it.each<[string, Partial<AnswerSource>, ItemType | undefined, string, object | null]>([
    ['in its note', {}, undefined, '/project/p1/note-detail/d1', { words: [QUOTE], near: NEAR }],
    ['in its project', { kind: 'projects' }, undefined, '/project/d1', null],
    ['in the notes of a meeting', { kind: 'meetings' }, undefined, '/meeting/d1', { words: [QUOTE], near: NEAR }],
    [
      'at a moment of a transcript',
      { kind: 'meetings', partId: 's7', start: 0, at: 65_000 },
      undefined,
      '/meeting/d1?tab=transcript',
      { words: [QUOTE], near: 12, segmentId: 's7' },
    ],
    [
      'in the summary of a meeting',
      { kind: 'meetings', partId: 'summary' },
      undefined,
      '/meeting/d1?tab=summary',
      { words: [QUOTE], near: NEAR },
    ],
    [
      'at a page of a file',
      { kind: 'projectItems', partId: 'pt3', start: 0, place: { page: 3 } as never },
      'file',
      '/project/p1?tab=files&item=d1&part=pt3',
      { words: [QUOTE], near: 12, segmentId: 'pt3' },
    ],
    [
      'in a file without parts',
      { kind: 'projectItems' },
      'file',
      '/project/p1?tab=files&item=d1',
      { words: [QUOTE], near: NEAR },
    ],
    ...(['singleUrl', 'website', 'websiteUrl'] as const).map(
      (itemType): [string, Partial<AnswerSource>, ItemType, string, object] => [
        `in the snapshot of a ${itemType}`,
        { kind: 'projectItems', partId: 'pt1', start: 0 },
        itemType,
        '/project/p1?tab=links&item=d1&part=pt1',
        { words: [QUOTE], near: 12, segmentId: 'pt1' },
      ],
    ),
  ])('%s', (_place, fields, itemType, address, anchor) => {
    const target = targetOf(source(fields), QUOTE, itemType)!;
    expect(target.to).toBe(address);
    expect(readAnchor(target.state)).toEqual(anchor);
  });

  it.each<[string, Partial<AnswerSource>]>([
    ['a web page', { kind: 'web', id: '', url: 'https://news.example/' }],
    ['a temporary file', { kind: 'temporary' }],
    ['a file that is not on this device', { kind: 'projectItems' }],
  ])('%s only as the stored passage', (_what, fields) => {
    expect(targetOf(source(fields), QUOTE, undefined)).toBeNull();
  });
});

describe('the place of a quote', () => {
  it.each<[string, string, readonly string[]]>([
    ['has one search text for each line of a quote', 'First line.\n\n  Last line. ', ['First line.', 'Last line.']],
    [
      'has six lines at most',
      Array.from({ length: 9 }, (_, n) => `Line ${n}`).join('\n'),
      [0, 1, 2, 3, 4, 5].map((n) => `Line ${n}`),
    ],
    ['has no search words without a quote', '', []],
  ])('%s', (_rule, quote, words) => {
    expect(anchorOfQuote(source({}), quote).words).toEqual(words);
  });

  it('is the start of the passage if the passage does not contain the quote', () => {
    expect(anchorOfQuote(source({}), 'Something else').near).toBe(100);
  });
});
