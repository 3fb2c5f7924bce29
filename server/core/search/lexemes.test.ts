import { expect, test } from 'vitest';
import { bitsOf, COUNT_MAX, lexemesOf, queriesOf } from './lexemes';

test('the lexemes that the queries of a word find add up to its count', () => {
  for (const times of [1, 2, 3, 17, 255, COUNT_MAX, COUNT_MAX + 9]) {
    const lexemes = new Set(lexemesOf(7, 'plan', times));
    const found = queriesOf(7, 'plan', bitsOf(times)).filter(({ query }) => lexemes.has(query.slice(1, -1)));
    expect(found.reduce((sum, { adds }) => sum + adds, 0)).toBe(Math.min(times, COUNT_MAX));
  }
});

test('words of two companies have different lexemes, and signs of the query syntax are quoted', () => {
  expect(lexemesOf(7, 'plan', 1)).not.toEqual(lexemesOf(71, 'plan', 1));
  expect(queriesOf(1, `o'n\\e`, 0)[0]!.query).toBe(`'1:o''n\\\\e'`);
});
