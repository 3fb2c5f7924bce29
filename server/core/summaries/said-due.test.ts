import { describe, expect, it } from 'vitest';
import { areDatesSaid, isDueSaid } from './said-due';

/** a Thursday */
const HELD = '2026-04-09';

describe('a due date is supported', () => {
  it.each([
    ['Thursday', 'I can draw a new version by Thursday.'],
    ['by Friday', '金曜日までに美咲さんが発表します。'],
    ['金曜日まで', 'そしたら金曜までに用意しておきます。'],
    ['下週一前', '下周一之前我来整理。'],
    ['20 April', 'we start on the twentieth of April'],
    ['April 21', 'on the twenty-first of April'],
    ['4月20日', 'we start on 20 April'],
    ['2026-04-20', 'we start on 20 April'],
    ['Thursday; trial on Friday', 'I draw it by Thursday, and we try it on Friday.'],
    ['이번 주', '이번 주 안에 서류를 제출하겠습니다.'],
    ['5 pm on Friday', 'on Friday at 5'],
    ['once the supplier answers', 'I send it once the supplier answers.'],
    // follows from the day of the meeting
    ['2026-04-10', 'I send it tomorrow.'],
    ['April 10', 'by Friday'],
    ['4月13日', '下周一之前我来整理。'],
    ['2027-01-15', 'on 15 January'],
  ])('%s: %s', (due, said) => expect(isDueSaid(due, said, HELD)).toBe(true));
});

describe('an invented due date is not', () => {
  it.each([
    ['Friday', 'I can draw a new version of the button.'],
    ['Friday', 'I can draw a new version by Thursday.'],
    ['30 April', 'we start on the twentieth of April'],
    ['2031-04-20', 'we start on 20 April'],
    ['2026-04-20', 'I send it tomorrow.'],
    ['April 12', 'by Friday'],
    ['tomorrow', 'the day after tomorrow'],
    ['明日', '来週やります。'],
    ['5 pm on Friday', 'on Friday at 3'],
    ['before the board meeting', 'I send it once the supplier answers.'],
    ['?', 'I send it.'],
  ])('%s: %s', (due, said) => expect(isDueSaid(due, said, HELD)).toBe(false));

  it('not where the day of the meeting is unknown', () =>
    expect(isDueSaid('2026-04-10', 'I send it tomorrow.', '')).toBe(false));
});

describe('the dates of a text', () => {
  it.each([
    ['The release starts on 20 April.', 'we start on the twentieth of April', true],
    ['Mei presents it on Friday.', '予算は金曜日に発表します。', true],
    ['发布日期是4月20日。', 'we start on the twentieth of April', true],
    ['The budget is five million yen.', 'nothing about it', true],
    ['每周三次巡店。', 'we visit the shops three times a week', true],
    ['I send it on April 10.', 'I send it tomorrow.', true],
    ['4月15日に出荷する。', '15日に出荷します。', true],
    ['We ship in December.', 'we ship on December 6', true],
    ['We ship on Friday, December 4.', 'we ship on December 4', true],
    ['We ship on December 12.', 'we ship in two weeks or next month', true],
    ['Phase 2 may be delayed.', 'phase 2 could slip', true],
    ['The release starts on 30 April.', 'we start on the twentieth of April', false],
    ['Mei presents it on Monday.', '予算は金曜日に発表します。', false],
  ])('%s (said: %s): %s', (text, said, expected) => expect(areDatesSaid(text, said, HELD)).toBe(expected));
});
