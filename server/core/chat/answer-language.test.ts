import { expect, it } from 'vitest';
import { isOtherWriting } from './answer-language';

const TEXTS = {
  en: 'The budget is 5 million yen, and Mei presents it on Friday.',
  ja: '予算は五百万円で、金曜日にメイさんが発表する予定になっています。',
  ko: '예산은 오백만 엔이고 금요일에 메이 님이 발표할 예정이에요. 회의는 열 시예요.',
  zh: '预算是五百万日元，由小梅在星期五的会议上向大家介绍，会议十点开始。',
};

it.each([
  ['en', 'en'],
  ['ja', 'ja'],
  ['ko', 'ko'],
  ['zh_hans', 'zh'],
] as const)('distinguishes an answer in %s from answers in other scripts', (language, own) => {
  for (const [writing, text] of Object.entries(TEXTS))
    expect([writing, isOtherWriting(text, language)]).toEqual([writing, writing !== own]);
});

it('is false for names and numbers, code, quoted words, and unknown languages', () => {
  expect(isOtherWriting('Mei Tanaka, 5,000', 'ja')).toBe(false);
  expect(isOtherWriting('```\nconst budget = await readTheWholeBudgetOfTheYear();\n```', 'ja')).toBe(false);
  expect(isOtherWriting(`「${TEXTS.ja}」`, 'en')).toBe(false);
  expect(isOtherWriting(TEXTS.en, 'fr')).toBe(false);
});
