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

describe('initial consonants of Korean', () => {
  it.each([
    ['ㄱㅈㅎ', '김지훈', true],
    ['ㅈㅎ', '김지훈', true],
    ['김ㅈ', '김지훈', true],
    ['ㄱ훈', '김지훈', false],
    ['ㄱㅅ', '김지훈', false],
    ['ㅎㅎㅎ', '김지훈', false],
    ['ㄲㅁ', '꼬마', true],
    ['ㄱㅁ', '꼬마', false],
    // joined by the keyboard
    ['ㄳㅁ', '김수민', true],
    ['ㅎ(', '회의(주간)', false],
    ['ㅇ(', '회의(주간)', true],
    ['ㅋ', '기록 ㅋㅋ', true],
    ['ㄱㅈㅎ ㄱㅎ', '김지훈\n기획', true],
    ['김지', '김지훈', true],
  ])('%s in %s: %s', (search, text, isFound) => expect(matches(search, text)).toBe(isFound));
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
