import { describe, expect, it } from 'vitest';
import { joinedQuestion, needsBefore } from './follow-up';

describe('a follow-up question', () => {
  it.each([
    ['en', 'And who presents it on Friday?'],
    ['en', 'How much?'],
    ['en', 'What about the second floor of the building?'],
    ['en', 'When do they open the new branch?'],
    ['ja', 'それはいつまでですか？'],
    ['ja', 'では、二階の会議室の予約は？'],
    ['ja', 'いくらですか？'],
    ['zh_hans', '那什么时候交付？'],
    ['zh_hans', '它的预算是多少？'],
    ['zh_hant', '這份合約什麼時候到期？'],
    ['zh_hant', '為什麼？'],
    ['ko', '그럼 회의실 예약은 언제예요?'],
    ['ko', '그것은 얼마예요?'],
    ['ko', '언제예요?'],
  ])('needs the questions before it in %s: %s', (_language, question) => {
    expect(needsBefore(question)).toBe(true);
  });

  it.each([
    ['en', 'Who presents the budget of the harbour on Friday?'],
    ['en', 'Which report says that the lease ends in May?'],
    ['ja', '港の契約の更新期限はいつですか？'],
    ['zh_hans', '其他分公司的预算应该由谁批准？'],
    ['zh_hant', '港口合約的續約期限是什麼時候？'],
    ['ko', '항구 계약의 갱신 기한은 언제예요?'],
  ])('is complete alone in %s: %s', (_language, question) => {
    expect(needsBefore(question)).toBe(false);
  });

  it('is joined with earlier questions, oldest first, without their question words and addresses', () => {
    const before = ['And the second floor?', 'How much is the lease of http://example.com/take the house?'];
    expect(joinedQuestion({ question: 'And when?', before })).toBe(
      'How is the lease of the house And the second floor And when?',
    );
  });
});
