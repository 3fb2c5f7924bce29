import { describe, expect, it } from 'vitest';
import { missingNumbers, numbersIn } from './numbers';

describe('numbers that a text states', () => {
  it.each([
    ['1,500 people and 3.5 metres', ['1500', '3.5']],
    ['２０２６年０３月０５日', ['2026', 'm3', '5']],
    ['on 2026-11-23 at 09:05', ['2026', '11', '23', '9', '5']],
    ['version 1.2.3, 0.5 % of 12,34', ['1.2.3', '0.5', '12,34']],
    ['no number', []],
    // words that often are no number
    ['One of them may march first; a second one may not.', []],
    ['several hundred of the millions', []],
    ['一部の人が十分に統一した。万一、数千万人でも、六本木の四国', []],
    ['千万不要统一，几十个人一起', []],
    ['第3月曜日', ['3']],
    ['3千克、5千米', ['3', '5']],
    ['제5조', ['5']],
  ])('%s', (text, numbers) => {
    expect([...numbersIn(text).stated]).toEqual(numbers);
  });
});

describe('the same value in another notation', () => {
  it.each([
    ['第2四半期', 'the second quarter (Q2)'],
    ['Q2', '第2四半期'],
    ['5个百分点', '5 percentage points'],
    ['100M users', '100 million users'],
    ['5.0%', '5%'],
    ['half a million', '500,000'],
    ['1500円', '1,500 yen'],
    ['20 May 2026', 'on 2026-05-20'],
    ['20 May 2026', 'May 20th, 2026'],
    ['the twentieth of May', '5/20'],
    ['2026-05-20', 'since May 20, 2026'],
    ['2026年5月20日', '2026.5.20'],
    ['2026.5.20', '20 May 2026'],
    ['四月二十日', '20 April'],
    ['4月20日', '四月二十日'],
    ['20 April', '4月20日'],
    ['二〇二六年十二月', 'December 2026'],
    ['2026년 5월 20일', '2026. 5. 20.'],
    ['5월', 'in May'],
    ['5 million', '5,000,000 people'],
    ['500万', '5 million'],
    ['five million', '500萬人'],
    ['$5m', '5 million dollars'],
    ['五百万元', '$5 million'],
    ['1.5亿', '150 million'],
    ['3億5000万円', '350,000,000'],
    ['三億五千万', '3.5億'],
    ['1억 2천만 원', '1.2億'],
    ['500만 명', '5,000,000'],
    ['5조 원', '5 trillion'],
    ['5 to 10 million', 'between 5 million and 10 million'],
    ['5〜10万人', '5万人から10万人'],
    ['one hundred and twenty-one', '121'],
    ['five hundred thousand', '50万'],
    ['nineteen fifty-eight', '一九五八年'],
    ['the twenty-first', '第二十一'],
    ['third', '第三'],
    ['a hundred', '100'],
    ['三个月', 'three months'],
    ['百分之五', '5%'],
    ['三分之二', '2/3'],
    ['二人', 'two people'],
    ['百万人', 'a million'],
  ])('“%s” has no number that “%s” lacks', (text, other) => {
    expect(missingNumbers(text, [other])).toEqual([]);
    expect(missingNumbers(text, [text])).toEqual([]);
  });
});

describe('another value', () => {
  it.each([
    ['333 metres, 1958', 'The tower is 333 metres. Since 1959', ['1958']],
    ['20 May 2026', '20 April 2026', ['m5']],
    ['In May 2026', 'The tower may open in April 2026', ['m5']],
    ['in March', 'in February', ['m3']],
    ['2026年5月', '2026年4月', ['m5']],
    ['四月二十日', '四月二十一日', ['20']],
    ['四月二十日', '五月二十日', ['m4']],
    ['一月', '二月', ['m1']],
    ['5월 20일', '4월 20일', ['m5']],
    ['the twentieth', 'the twenty-first', ['20']],
    ['five million', 'six million', ['5000000']],
    ['5 million', '5 billion, or 5', ['5000000']],
    ['500万', '500', ['5000000']],
    ['五百万', '六百万', ['5000000']],
    ['3億', '3万', ['300000000']],
    ['3亿', '3万', ['300000000']],
    ['30억', '30만', ['3000000000']],
    ['三人', '四人', ['3']],
  ])('“%s” has a number that “%s” lacks', (text, other, missing) => {
    expect(missingNumbers(text, [other])).toEqual(missing);
  });
});

it('takes time in proportion to the length of the text', () => {
  for (const unit of ['1', '1,', '一', '万', 'five hundred ', '20 May ', '1-', '5 to '])
    expect(numbersIn(unit.repeat(100_000)).possible.size).toBeGreaterThan(0);
});
