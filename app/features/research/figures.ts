/** Finds the numbers in the quotes of a report for a table: amounts, shares and years, in the sources' notation. */
import type { Learning } from '../../../sync/model/kinds/reports';

export interface Figure {
  learning: Learning;
  /** in the quote's notation and order */
  numbers: string[];
}

const CURRENCY = String.raw`(?:[$€£¥₩₹]|US\$|USD|EUR|GBP|JPY|KRW|CNY|TWD|NT\$)`;
const DIGITS = String.raw`\p{Nd}+(?:[.,]\p{Nd}+)*`;
/** Words and signs that belong to a number, in the five languages. */
const UNIT = [
  String.raw`\s?(?:%|‰|％|°[CF]?)`,
  String.raw`\s?(?:percent|per cent|million|billion|trillion|thousand|hundred|metres?|meters?|kilometres?|kilometers?|km|kg|tons?|tonnes?|minutes?|seconds?|hours?|days?|weeks?|months?|years?|people|MB|GB|TB|kW|MW|GW|kWh|euros?|dollars?|yen|won|January|February|March|April|May|June|July|August|September|October|November|December)(?![\p{L}])`,
  String.raw`\s?(?:万|億|亿|萬|千|百|円|元|兆|名|人|件|社|台|年|月|日|時間|小时|小時|分|秒|米|公里|公斤|倍|割|个|個|次|회|개|명|년|월|일|시간|분|초|억|만|천|원|배|퍼센트|프로)+`,
].join('|');
/** Excludes digits after a letter or sign, which are part of a name: A4, COVID-19, #12. */
const NO_NAME = String.raw`(?<![\p{Script=Latin}\p{Nd}#№]|[\p{Script=Latin}\p{Nd}][-‐.,])`;
/** A hyphen is a minus sign only at the beginning of a word. */
const SIGN = String.raw`(?:(?<![^\s(（\[])-|[+−±])?`;
const NUMBER = new RegExp(`${NO_NAME}(?:${CURRENCY}\\s?)?${SIGN}${DIGITS}(?:${UNIT})*(?:\\s?${CURRENCY})?`, 'gu');

export const numbersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(NUMBER)].map(([number]) => number.trim())),
];

/** The learnings whose quotes contain numbers, in their order. */
export const figuresOf = (learnings: readonly Learning[]): Figure[] =>
  learnings.flatMap((learning) => {
    const numbers = numbersOf(learning.quote);
    return numbers.length > 0 ? [{ learning, numbers }] : [];
  });
