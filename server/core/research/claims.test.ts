import { describe, expect, it } from 'vitest';
import { passage } from '../../../tests/support/chat-core';
import { Claims, claimKey } from './claims';

const isSame = (a: string, b: string): boolean => claimKey(a) === claimKey(b);

describe('claims', () => {
  it.each([
    ['The tower is 1,500 metres high.', 'Tower is 1500 metres high'],
    ['It opened on 2026-03-05 (a Friday).', 'It opened on 2026-3-5, a Friday'],
    ['“Short-term” costs ROSE; the rest fell!', 'Short term costs rose. The rest fell.'],
    ['塔の高さは３３３メートルである。', '塔の高さは 333 メートルです'],
    ['塔高 333 米，于 1958 年开放。', '塔高333米，於1958年開放'],
    ['탑의 높이는 333미터입니다.', '탑의 높이는 333미터이다'],
  ])('“%s” and “%s” are the same claim', (a, b) => {
    expect(isSame(a, b)).toBe(true);
  });

  it.each([
    ['The tower is 333 metres high.', 'The tower is 332 metres high.'],
    ['The tower is 3.5 km away.', 'The tower is 35 km away.'],
    ['It opens at 10:30.', 'It opens at 1030.'],
    ['It opened on 2026-03-05.', 'It opened on 2026-05-03.'],
    ['It was -5 degrees.', 'It was 5 degrees.'],
    ['It costs $5.', 'It costs €5.'],
    ['It grew by 5%.', 'It grew by 5.'],
    ['The tower is open.', 'The tower is not open.'],
    ['Ann pays Ben.', 'Ben pays Ann.'],
    ['塔は開いている。', '塔は開いていない。'],
    ['塔は必要です。', '塔は必要ではない。'],
    ['The library uses C#.', 'The library uses C.'],
    ['The tower is high.', 'The tower is very high.'],
  ])('“%s” and “%s” are different claims', (a, b) => {
    expect(isSame(a, b)).toBe(false);
  });

  it('of several findings are written once, under the first question, and cite all these findings', () => {
    const finding = (n: number, question: number, claim: string) => ({
      ...{ n, question, claim, quote: `quote ${n}` },
      passage: passage(`n${n}`, `quote ${n}`),
    });
    const claims = new Claims([
      finding(1, 0, 'The tower is high.'),
      finding(2, 0, 'the tower is HIGH'),
      finding(3, 0, 'It is red.'),
      finding(4, 1, 'Tower is high.'),
      finding(5, 1, 'It has two decks.'),
      finding(6, 2, 'It is red!'),
      finding(7, 2, 'It is red.'),
    ]);
    const numbersOf = (question: number) => claims.of(question).map(({ n }) => n);
    expect([0, 1, 2, 3].map(numbersOf)).toEqual([[1, 3], [5], [6], []]);
    expect(claims.first.map(({ n }) => n)).toEqual([1, 3, 5]);
    expect([claims.citing([1]), claims.citing([6, 5, 99])]).toEqual([
      [1, 2, 4],
      [3, 6, 7, 5],
    ]);
    expect(claims.quotes([2, 99, 5])).toEqual(['quote 2', 'quote 5']);
  });
});
