import { describe, expect, it } from 'vitest';
import { missingNumbers, numbersIn } from './numbers';

describe('numbers of a text', () => {
  it.each([
    ['1,500 people and 3.5 metres', ['1500', '3.5']],
    ['２０２６年０３月０５日', ['2026', '3', '5']],
    ['on 2026-11-23 at 09:05', ['2026', '11', '23', '9', '5']],
    ['version 1.2.3, 0.5 % of 12,34', ['1.2.3', '0.5', '12,34']],
    ['no number', []],
  ])('%s', (text, numbers) => {
    expect([...numbersIn(text)]).toEqual(numbers);
  });

  it('are missing if no other text contains them', () => {
    expect(missingNumbers('333 metres, 1958', ['The tower is 333 metres.', 'Since 1959'])).toEqual(['1958']);
    expect(missingNumbers('1500円', ['1,500 yen'])).toEqual([]);
  });
});
