import { expect, it } from 'vitest';
import { columnsBefore } from './text-columns';

it.each([
  ['Latin letters take one', 'abcdefgh', 8, 4, 'efgh'],
  ['kanji and kana take two', '予算は来月です', 7, 4, 'です'],
  ['hangul takes two', '예산 회의', 5, 5, ' 회의'],
  ['full-width punctuation takes two', 'ab，。', 4, 5, 'b，。'],
  ['half-width kana takes one', 'ｶﾀｶﾅ', 4, 3, 'ﾀｶﾅ'],
  ['a character that would exceed the width is left out', '予算', 2, 3, '算'],
  ['a character outside the basic plane takes two', '𠮷𠮷', 4, 2, '𠮷'],
  ['a short text is whole', 'ab', 2, 40, 'ab'],
])('%s', (_rule, text, end, columns, shown) => {
  expect(text.slice(columnsBefore(text, end, columns), end)).toBe(shown);
});
