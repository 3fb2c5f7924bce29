import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../sync/model/limits';
import { distinct, subquestionsOf } from './subquestions';

describe('questions made of a person’s text without a model', () => {
  it.each([
    ['How high is it? Who built it.', ['How high is it?', 'Who built it.']],
    [
      'Compare solar panels and wind turbines',
      ['Compare solar panels and wind turbines', 'Compare solar panels', 'wind turbines'],
    ],
    ['The price is 3.5 million', ['The price is 3.5 million']],
    ['比较太阳能电池板和风力发电机。谁更便宜？', ['比较太阳能电池板和风力发电机。', '谁更便宜？']],
    [
      '東京タワーの高さ、スカイツリーの建設費用',
      ['東京タワーの高さ、スカイツリーの建設費用', '東京タワーの高さ', 'スカイツリーの建設費用'],
    ],
    [
      '도쿄 타워 높이 그리고 스카이트리 건설 비용',
      ['도쿄 타워 높이 그리고 스카이트리 건설 비용', '도쿄 타워 높이', '스카이트리 건설 비용'],
    ],
    [
      '夏の展示会の予算と、店舗の改装の予定',
      ['夏の展示会の予算と、店舗の改装の予定', '夏の展示会の予算', '店舗の改装の予定'],
    ],
    ['전시회 준비 결과, 매장 공사 일정', ['전시회 준비 결과, 매장 공사 일정', '전시회 준비 결과', '매장 공사 일정']],
    ['???', ['???']],
  ])('%s', (question, expected) => {
    expect(subquestionsOf([question])).toEqual(expected);
  });

  it('are unique single lines, at most as many as a plan may have', () => {
    expect(distinct(['How high is it?', ' how  high\nis it ', ''])).toEqual(['How high is it?']);
    expect(distinct(Array.from({ length: 20 }, (_, n) => `Question number ${n}`))).toHaveLength(LIMITS.researchPlan);
    expect(distinct(['a'.repeat(2000)])[0]).toHaveLength(LIMITS.researchQuestion.max);
  });
});
