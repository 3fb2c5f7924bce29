/**
 * Dates of five languages as one token: 12月6日, 十二月六日, 12월 6일, Dec 6, 6 December, 12/6 and 2026-12-06 are 1206; a month
 * alone is 12. Years are ordinary words.
 */

/** Prefix of a date token. It occurs in no word. */
export const DATE = '\u0002';

export interface DateSpan {
  /** with the prefix; the first is the literal reading, the others are possible readings */
  terms: string[];
  from: number;
  to: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const FULL = 'january|february|april|june|july|august|september|october|november|december';
const DIGITS = '〇一二三四五六七八九';
const N = '(\\d{1,2}|[一二三四五六七八九十]{1,3})';
const BEFORE = '(?<![\\p{L}\\p{N}./-])';

/** applied to folded text: Han characters are simplified and Latin letters are lower case */
const PATTERNS: { pattern: RegExp; read: (found: RegExpMatchArray) => [number, number][] }[] = [
  {
    pattern: new RegExp(`(?<!\\d)${N} ?[月월] ?${N} ?(?:[日号일]|(?![\\p{N}一二三四五六七八九十个]))`, 'gu'),
    read: ([, month, day]) => [[numberOf(month!), numberOf(day!)]],
  },
  { pattern: new RegExp(`(?<!\\d)${N} ?[月월]`, 'gu'), read: ([, month]) => [[numberOf(month!), 0]] },
  {
    pattern: new RegExp(`${BEFORE}(${NAME})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}])`, 'gu'),
    read: ([, month, day]) => [[named(month!), Number(day)]],
  },
  {
    pattern: new RegExp(`${BEFORE}(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${NAME})(?![\\p{L}\\p{N}])`, 'gu'),
    read: ([, day, month]) => [[named(month!), Number(day)]],
  },
  {
    pattern: /(?<![\p{L}\p{N}])\d{4}([-/.]) ?(\d{1,2})\1 ?(\d{1,2})(?![\p{L}\p{N}])/gu,
    read: ([, , month, day]) => [[Number(month), Number(day)]],
  },
  // ambiguous: day and month in either order
  {
    pattern: new RegExp(`${BEFORE}(\\d{1,2})/(\\d{1,2})(?![\\p{L}\\p{N}/])`, 'gu'),
    read: ([, first, second]) => [
      [Number(first), Number(second)],
      [Number(second), Number(first)],
    ],
  },
  { pattern: new RegExp(`${BEFORE}(${FULL})(?![\\p{L}\\p{N}])`, 'gu'), read: ([, month]) => [[named(month!), 0]] },
];

const named = (month: string): number => MONTHS.indexOf(month.slice(0, 3)) + 1;

/** Parses 6, 十, 十二, 二十, 二十六; 0 if invalid. */
function numberOf(digits: string): number {
  if (/^\d/.test(digits)) return Number(digits);
  const ten = digits.indexOf('十');
  const one = (digit: string): number => (digit === '' ? 0 : DIGITS.indexOf(digit));
  if (ten < 0) return digits.length === 1 ? one(digits) : 0;
  return (ten === 0 ? 1 : one(digits.slice(0, ten))) * 10 + one(digits.slice(ten + 1));
}

const two = (n: number): string => String(n).padStart(2, '0');
const isDate = ([month, day]: [number, number]): boolean => month >= 1 && month <= 12 && day >= 0 && day <= 31;
const termOf = ([month, day]: [number, number]): string => DATE + two(month) + (day === 0 ? '' : two(day));
/** Fast check: most lines match neither pattern. */
const NUMBER = /[\d月월]/;
const MONTH = new RegExp(FULL);

/** The non-overlapping dates of a folded text, in order. */
export function datesIn(folded: string): DateSpan[] {
  if (!NUMBER.test(folded) && !MONTH.test(folded)) return [];
  const spans: DateSpan[] = [];
  for (const { pattern, read } of PATTERNS) {
    for (const found of folded.matchAll(pattern)) {
      const dates = read(found).filter(isDate);
      const [from, to] = [found.index, found.index + found[0].length];
      if (dates.length > 0 && spans.every((span) => to <= span.from || from >= span.to))
        spans.push({ terms: [...new Set(dates.map(termOf))], from, to });
    }
  }
  return spans.sort((a, b) => a.from - b.from);
}

/** The month token of a date token. */
export const monthOf = (term: string): string => term.slice(0, DATE.length + 2);
