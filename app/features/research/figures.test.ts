import { expect, it } from 'vitest';
import { figuresOf, numbersOf } from './figures';

it.each([
  ['The tower is 333 metres high.', ['333 metres']],
  ['It grew by 12.5 % to $1,500 million in 2026.', ['12.5 %', '$1,500 million', '2026']],
  ['売上は1,200万円で、前年比15％増でした。', ['1,200万円', '15％']],
  ['매출은 30억 원이고 직원은 120명이에요.', ['30억 원', '120명']],
  ['预算为500万元。', ['500万元']],
  ['Nothing to count here.', []],
])('%s', (text, numbers) => {
  expect(numbersOf(text)).toEqual(numbers);
});

it('ignores numbers within names', () => {
  expect(numbersOf('The A4 paper and COVID-19 rules; task #12')).toEqual([]);
});

it('lists the learnings with numbers, and each number once', () => {
  const learning = (n: number, quote: string) => ({ n, quote, claim: quote, source: 1 });
  expect(figuresOf([learning(1, 'No number.'), learning(2, '5 days, then 5 days')])).toEqual([
    { learning: learning(2, '5 days, then 5 days'), numbers: ['5 days'] },
  ]);
});
