import { describe, expect, it } from 'vitest';
import { matches, queryAfterTrigger } from './match-words';

describe('the words of a search', () => {
  it('are found in any of the texts, in any order, whatever their width and case', () => {
    expect(matches('ＷＥＢＥＲ emma', 'Emma Weber', 'e@x.example')).toBe(true);
    expect(matches('emma＠x', '', 'emma@x.example')).toBe(true);
    expect(matches('emma tanaka', 'Emma Weber')).toBe(false);
    expect(matches('  ', 'anything')).toBe(true);
    expect(matches('プロジェクト', 'ﾌﾟﾛｼﾞｪｸﾄ 2026')).toBe(true);
    expect(matches('e\u0301t\u00e9', 'été')).toBe(true);
  });
  it('distinguish traditional and simplified characters', () => {
    expect(matches('项目', '專案 项目')).toBe(true);
    expect(matches('会议', '會議')).toBe(false);
  });
});

describe('the query after a trigger character', () => {
  it.each([
    ['@em', { start: 0, query: 'em' }],
    ['＠田中', { start: 0, query: '田中' }],
    ['ask @Emma We', { start: 4, query: 'Emma We' }],
    ['議事録は＠田', { start: 4, query: '田' }],
    ['@a and @b', { start: 7, query: 'b' }],
    ['no trigger', null],
    ['mail emma@x.example', null],
    ['@a\nb', null],
  ])('of %j is %j', (text, query) => expect(queryAfterTrigger(text, text.length, '@')).toEqual(query));

  it('ends at the caret', () => expect(queryAfterTrigger('@em later', 3, '@')).toEqual({ start: 0, query: 'em' }));
});
