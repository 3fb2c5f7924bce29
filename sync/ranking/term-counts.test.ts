import { expect, test } from 'vitest';
import { countTerms, piecesOf } from './term-counts';

const never = (): undefined => undefined;
const CLAUSES = [
  'the plan of 6 Dec. 6',
  '会议在十二月六日。',
  '東京都の打ち合わせ；',
  '회의록을 썼다, ',
  "O'Connor paid 1,000.50 (e-mail); ",
];

test('splitting a long line into pieces does not change its terms', async () => {
  const clause = `${CLAUSES.join(' ')} `;
  const long = clause.repeat(200);
  const count = async (texts: string[]) =>
    countTerms(
      texts.map((text) => ({ field: 'text' as const, text })),
      never,
    );
  const whole = await count([long]);
  const one = await count([clause.repeat(2)]);
  expect([...whole.times.keys()].sort()).toEqual([...one.times.keys()].sort());
  expect(whole.times.get('oconnor')).toBe(200);
});

test('pieces contain the whole text without line breaks, and never split a character', () => {
  const emoji = '🙂'.repeat(6_000);
  for (const text of ['', 'a\nb', `${'x'.repeat(20_000)}\n${emoji}`, 'word '.repeat(5_000)]) {
    const pieces = [...piecesOf(text)];
    expect(pieces.join('')).toBe(text.replaceAll('\n', ''));
    for (const piece of pieces) expect([piece.length <= 4_096, /[\ud800-\udbff]$/.test(piece)]).toEqual([true, false]);
  }
});
