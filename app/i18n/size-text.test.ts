import { expect, it } from 'vitest';
import { LANGUAGES } from '../../sync/model/languages';
import { sizeText } from './size-text';

it('counts in 1,024 and shows two decimals', () => {
  expect([0, 1, 1_023, 1_024, 1_572_864, 314_572_800, 1_234_567_890].map((bytes) => sizeText(bytes, 'en'))).toEqual([
    '0 B',
    '1 B',
    '1,023 B',
    '1.00 KB',
    '1.50 MB',
    '300.00 MB',
    '1.15 GB',
  ]);
  expect(sizeText(1_048_575, 'en')).toBe('1.00 MB');
  expect(sizeText(-5, 'en')).toBe('0 B');
});

it('shows a limit as a whole number of its unit', () => {
  expect(sizeText(500 * 1024 ** 3, 'en', { decimals: 0 })).toBe('500 GB');
  expect(sizeText(2048 * 1024 ** 3, 'en', { decimals: 0 })).toBe('2 TB');
});

it('has a unit for every size in every language', () => {
  for (const language of LANGUAGES)
    for (let bytes = 1; bytes < 2 ** 50; bytes *= 1_000)
      expect(sizeText(bytes, language), language).toMatch(/^[\d.,]+ (?:[KMGT]?B)$/u);
});
