import { expect, it } from 'vitest';
import { queryTerms } from '../text/query';
import { passagesOf } from './passages';

/** Columns of a text in a row of a list: full-width characters take two. */
const columns = (text: string): number => [...text].reduce((sum, each) => sum + (each > '\u1100' ? 2 : 1), 0);

/** A row of 390 px shows 40 columns: the match must be among them. */
it.each([
  [
    'zh_hans',
    '发布会预算',
    `${'我们在每周的会议上讨论了很多关于产品的事情并且作出了决定'.repeat(4)}发布会预算是三百万日元。`,
  ],
  ['zh_hans with spaces', '预算', `${'会议 '.repeat(3)}${'我们讨论了很多关于产品的事情'.repeat(4)}预算是三百万。`],
  [
    'ja',
    '見積書',
    `${'来週までに担当者が内容を確認してから関係者に共有することになりました'.repeat(4)}見積書は十日に届きます。`,
  ],
  [
    'ko',
    '견적서',
    `${'담당자가 내용을 확인한 다음 관계자에게 공유하기로 했습니다. '.repeat(4)}견적서는 열흘에 도착합니다.`,
  ],
  [
    'en',
    'quotation',
    `${'The people in charge read it first and share it with everybody else. '.repeat(4)}The quotation arrives.`,
  ],
])('shows the match in the first columns of a passage: %s', (_language, question, text) => {
  const [passage] = passagesOf([{ field: 'text', text }], queryTerms(question), 1);
  const [from, to] = passage!.ranges[0]!;
  expect(text.slice(passage!.start + from, passage!.start + to)).toBe(passage!.text.slice(from, to));
  expect(passage!.text.slice(from)).toMatch(new RegExp(`^${question.slice(0, 2)}`));
  expect(from).toBeGreaterThan(0);
  expect(columns(passage!.text.slice(0, from))).toBeLessThanOrEqual(40);
});
