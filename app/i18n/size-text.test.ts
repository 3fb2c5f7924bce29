import { expect, it } from 'vitest';
import { LANGUAGES } from '../../sync/model/languages';
import { sizeText } from './size-text';

it('counts in 1,024 and shows at most two decimals', () => {
  expect([0, 1, 1_023, 1_024, 1_572_864, 314_572_800, 1_234_567_890].map((bytes) => sizeText(bytes, 'en'))).toEqual([
    '0 bytes',
    '1 byte',
    '1,023 bytes',
    '1 kB',
    '1.5 MB',
    '300 MB',
    '1.15 GB',
  ]);
  expect(sizeText(1_048_575, 'en')).toBe('1 MB');
  expect(sizeText(-5, 'en')).toBe('0 bytes');
});

it('has a unit for every size in every language', () => {
  for (const language of LANGUAGES)
    for (let bytes = 1; bytes < 2 ** 50; bytes *= 1_000)
      expect(sizeText(bytes, language), language).toMatch(/^[\d.,]+\s?\S+$/u);
});
