import { expect, test } from 'vitest';
import { correctionsOf, splitsOf } from './typing-errors';

const finds = (typed: string, meant: string, prefix = false): boolean =>
  correctionsOf(typed, prefix).some((word) =>
    word.accepts
      ? meant.startsWith(word.term) && word.accepts(meant)
      : word.prefix
        ? meant.startsWith(word.term)
        : meant === word.term,
  );

test.each([
  ['cofee', 'coffee'],
  ['coffeee', 'coffee'],
  ['cofefe', 'coffee'],
  ['coffrr', 'coffee', false],
  ['ocffee', 'coffee'],
  ['cpffee', 'coffee'],
  ['clffee', 'coffee'],
  ['databse', 'database'],
  ['accessability', 'accessibility'],
  ['recieve', 'receive'],
  ['budgt', 'budget'],
  ['tabel', 'table'],
  ['bakerey', 'bakery'],
  ['pannels', 'panels'],
] as [string, string, boolean?][])('%s matches %s: %#', (typed, meant, found = true) =>
  expect(finds(typed, meant)).toBe(found),
);

test('a word that is still being typed also matches continuations of the corrected word', () => {
  expect(finds('presnt', 'presentation', true)).toBe(true);
  expect(finds('presnt', 'presentation')).toBe(false);
});

test('short words, numbers and other scripts are not corrected', () => {
  for (const typed of ['form', '27001', 'サーバー', '회의록을다']) expect(correctionsOf(typed, false)).toEqual([]);
});

test('other endings of a long word match', () => {
  expect(finds('cleaners', 'cleaning')).toBe(true);
  expect(finds('cleaners', 'clearance')).toBe(false);
});

test('a word is split into halves of at least three letters, the most even split first', () => {
  expect(splitsOf('offsite')).toEqual([
    ['off', 'site'],
    ['offs', 'ite'],
  ]);
  expect(splitsOf('audio')).toEqual([]);
});
