import { expect, it } from 'vitest';
import { chartsOf, readFigure } from './figure-charts';
import { figuresOf } from './figures';

it.each([
  ['333 metres', 333, 'metre'],
  ['1 day', 1, 'day'],
  ['12.5 %', 12.5, '%'],
  ['15％', 15, '%'],
  ['$1,500 million', 1500, '$ million'],
  ['1,200万円', 1200, '万円'],
  ['30억 원', 30, '억 원'],
  ['−4 °C', -4, '°C'],
  ['-5 %', -5, '%'],
])('reads %s', (text, value, unit) => {
  expect(readFigure(text)).toMatchObject({ value, unit });
});

it.each(['1958', '1958年', '5月', '12,5 %', '1.500 euros', '1,50 euros', '±3 %', '7 May', '5 million', '3万', '٣ km'])(
  'does not guess %s',
  (text) => {
    expect(readFigure(text)).toBeNull();
  },
);

const learnings = (...quotes: string[]) =>
  quotes.map((quote, at) => ({ n: at + 1, quote, claim: `Claim ${at + 1}`, source: 1 }));

it('makes one chart per unit, with the quotes of the sources', () => {
  const charts = chartsOf(figuresOf(learnings('333 metres high', 'Opened in 1958', 'stands 332 metres', 'costs 5 %')));
  expect(charts).toEqual([
    {
      unit: 'metres',
      values: [
        { n: 1, quote: '333 metres high', text: '333 metres', value: 333 },
        { n: 3, quote: 'stands 332 metres', text: '332 metres', value: 332 },
      ],
    },
  ]);
});

it('leaves out findings with several units, or with an ambiguous number', () => {
  expect(chartsOf(figuresOf(learnings('333 metres in 1958', '332 metres', '12 % of 5 km', '3 %')))).toEqual([]);
  expect(chartsOf(figuresOf(learnings('from 10 % to 12 %')))).toMatchObject([
    { values: [{ value: 10 }, { value: 12 }] },
  ]);
});

it('does not mix a unit with a compound unit that contains it', () => {
  expect(chartsOf(figuresOf(learnings('drives 50 km/h', 'drives 40 km')))).toEqual([]);
  expect(chartsOf(figuresOf(learnings('costs $5 per person', 'costs $40', 'now 100円／月', '200円')))).toEqual([]);
});

it('keeps the sign of a negative number', () => {
  expect(chartsOf(figuresOf(learnings('It was -5 % and then 3 %.')))).toMatchObject([
    { values: [{ value: -5 }, { value: 3 }] },
  ]);
  expect(figuresOf(learnings('5-10 days'))[0]!.numbers).toEqual(['5']);
});
