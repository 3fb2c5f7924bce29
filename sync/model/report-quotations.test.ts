import { expect, it } from 'vitest';
import { sentenceText } from './report-quotations';

const learnings = [
  { n: 1, claim: 'It is high.', quote: '333 metres', source: 1 },
  { n: 2, claim: 'It is old.', quote: 'opened in 1958', source: 1 },
];

it.each([
  ['333 metres', [1], 'model', '“333 metres”'],
  ['333 metres', [2, 1], 'model', '“333 metres”'],
  ['It is 333 metres high.', [1], 'model', 'It is 333 metres high.'],
  // of a learning that the sentence does not cite
  ['opened in 1958', [1], 'model', 'opened in 1958'],
  ['333 metres', [1], 'extractive', '333 metres'],
] as const)('%s, citing %j in a report of mode %s', (text, named, mode, shown) => {
  expect(sentenceText({ text, learnings: [...named] }, { learnings, mode })).toBe(shown);
});
