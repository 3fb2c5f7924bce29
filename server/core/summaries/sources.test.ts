import { expect, it } from 'vitest';
import { termsIn } from './sources';

it('the terms that are said are found, the first ones of many, and none that only has the letters', () => {
  expect(termsIn(['Lux', 'C', '照度', 'uLx', 'lux'], 'Lux of C: 照度')).toEqual(['Lux', 'C', '照度']);
  expect(termsIn(['Lanan', 'Lantern'], 'Lantern and nan')).toEqual(['Lantern']);
  const many = Array.from({ length: 50 }, (_, n) => `T${n};`);
  expect(termsIn(many, many.join(' '))).toEqual(many.slice(0, 40));
});

// ten thousand searches of the whole text would not end within the limit of a test
it('a long meeting is read once for all terms', () => {
  const terms = Array.from({ length: 10_000 }, (_, n) => `語${n}照`);
  expect(termsIn(terms, '語の照明を見る。'.repeat(500_000))).toEqual([]);
});
