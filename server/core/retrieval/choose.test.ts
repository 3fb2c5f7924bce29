import { expect, it } from 'vitest';
import { passageOf } from '../../../tests/support/passages';
import { choosePassages, type Candidate } from './choose';

const candidate = (document: string, text: string, score: number, updatedAt = 0): Candidate => ({
  document,
  mask: 1,
  passage: passageOf(text, { id: document, score, updatedAt }),
});
const chosen = (candidates: Candidate[], asked: 'ja' | 'latin' = 'latin', limit = 10): string[] =>
  choosePassages(candidates, { limit, now: 1e12, asked }).map(({ passage }) => passage.text);

it('chooses at most three passages of a document, and prefers other documents to further passages of it', () => {
  const same = ['a', 'b', 'c', 'd'].map((text) => candidate('one', text, 1));
  expect(chosen([...same, candidate('two', 'e', 0.9)])).toEqual(['a', 'e', 'b', 'c']);
});

it('prefers passages in the script of the question, and the newer of two equal passages', () => {
  expect(chosen([candidate('one', 'harbour', 1), candidate('two', '港の契約', 0.95)], 'ja')).toEqual([
    '港の契約',
    'harbour',
  ]);
  expect(chosen([candidate('one', 'old', 1), candidate('two', 'new', 1, 1e12)])).toEqual(['new', 'old']);
  expect(chosen([candidate('one', 'old', 1.1), candidate('two', 'new', 1, 1e12)], 'latin', 1)).toEqual(['old']);
});
