/** Checks dates: a model may invent by when something is due. Dates and days of the week are compared in five languages. */
import { contentTerms } from '../../../sync/meeting/transcript-index';
import { DATE, datesIn } from '../../../sync/text/dates';
import { fold } from '../../../sync/text/fold';

const DAY_MS = 24 * 60 * 60_000;

const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
/** `the twentieth of April` as `the 20th of april` */
const withNumbers = (text: string): string =>
  text
    .replace(
      /\b(twenty|thirty)[- ](first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b/gu,
      (_, ten: string, one: string) => `${(ten === 'twenty' ? 20 : 30) + ORDINALS.indexOf(one) + 1}th`,
    )
    .replace(/\bthirtieth\b/gu, '30th')
    .replace(new RegExp(`\\b(?:${ORDINALS.join('|')})\\b`, 'gu'), (word) => `${ORDINALS.indexOf(word) + 1}th`);

const CHINESE_WEEKDAYS = ['[日天]', '一', '二', '三', '四', '五', '六'];
/** from Sunday, as in Date; 每周三次 is three times a week */
const WEEKDAYS = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'].map(
  (english, i) =>
    new RegExp(
      `\\b${english}days?\\b|${'日月火水木金土'[i]}曜|(?:周|週|星期|礼拜|禮拜)${CHINESE_WEEKDAYS[i]}(?!次)|${'일월화수목금토'[i]}요일`,
      'u',
    ),
);
/** days relative to the meeting, by their distance */
const NEAR = [
  /\b(?:today|tonight)\b|今日|本日|今天|오늘/u,
  /(?<!day after )\btomorrow\b|明日|明天|あした|내일/u,
  /\bday after tomorrow\b|明後日|あさって|后天|後天|모레/u,
];
const PERIODS = [
  /\bthis week\b|今週|本週|本周|这周|這週|这个?星期|這個?星期|이번 ?주/u,
  /\bnext week\b|来週|來週|下周|下週|下个?星期|下個?星期|다음 ?주/u,
  /\bthis month\b|今月|本月|这个月|這個月|이번 ?달/u,
  /\bnext month\b|来月|來月|下个月|下個月|下月|다음 ?달/u,
  /\b(?:end of (?:the |this )?week|weekend)\b|週末|周末|주말/u,
  /\b(?:end of (?:the |this )?month|month[- ]end)\b|月末|月底|월말/u,
  /\b(?:end of (?:the |this )?year|year[- ]end)\b|年末|年底|연말/u,
];

interface Times {
  /** readings of each date (sync/text/dates.ts) */
  dates: string[][];
  weekdays: Set<number>;
  near: Set<number>;
  periods: Set<number>;
  numbers: Set<string>;
}

const matching = (text: string, patterns: readonly RegExp[]): Set<number> =>
  new Set(patterns.flatMap((pattern, i) => (pattern.test(text) ? [i] : [])));

function timesIn(text: string): Times {
  const plain = withNumbers(text.normalize('NFKC').toLowerCase());
  const folded = fold(plain).text;
  const spans = datesIn(folded);
  // each date is replaced by its year, so that its other digits do not count as numbers
  const rest = spans.reduceRight((left, { from, to }) => {
    const year = /^\d{4}(?=[-/.])/.exec(left.slice(from, to))?.[0] ?? '';
    return `${left.slice(0, from)} ${year} ${left.slice(to)}`;
  }, folded);
  return {
    dates: spans.map(({ terms }) => terms),
    weekdays: matching(plain, WEEKDAYS),
    near: matching(plain, NEAR),
    periods: matching(plain, PERIODS),
    numbers: new Set(rest.match(/\d+/g)),
  };
}

/** Dates and years that follow from what was said in a meeting on a day: tomorrow, on Friday. */
function derivedFrom({ near, weekdays, dates }: Times, heldOn: string): { dates: Set<string>; years: Set<string> } {
  const held = Date.parse(`${heldOn}T00:00:00Z`);
  const derived = { dates: new Set<string>(), years: new Set<string>() };
  if (Number.isNaN(held)) return derived;
  const add = (days: number): void => {
    const day = new Date(held + days * DAY_MS).toISOString();
    derived.dates.add(DATE + day.slice(5, 7) + day.slice(8, 10));
    derived.years.add(day.slice(0, 4));
  };
  for (const days of near) add(days);
  for (const weekday of weekdays) {
    const days = (weekday - new Date(held).getUTCDay() + 7) % 7 || 7;
    add(days);
    add(days + 7);
  }
  const year = Number(heldOn.slice(0, 4));
  for (const terms of dates)
    for (const term of terms)
      derived.years.add(String(term.slice(DATE.length) < heldOn.slice(5).replace('-', '') ? year + 1 : year));
  return derived;
}

const within = <T>(part: ReadonlySet<T>, ...wholes: ReadonlySet<T>[]): boolean =>
  [...part].every((each) => wholes.some((whole) => whole.has(each)));

const areDatesWithin = (asked: Times, has: Times, derived: ReadonlySet<string>): boolean => {
  const known = new Set(has.dates.flat());
  return (
    asked.dates.every((terms) => terms.some((term) => known.has(term) || derived.has(term))) &&
    within(asked.weekdays, has.weekdays)
  );
};

/**
 * Whether the dates and days of the week of a text were said, or follow from what was said.
 * @param said the passages that support the text, with their neighbours
 * @param heldOn the day of the meeting, as `2026-11-28`; '' if unknown
 */
export function areDatesSaid(text: string, said: string, heldOn: string): boolean {
  const asked = timesIn(text);
  if (asked.dates.length + asked.weekdays.size === 0) return true;
  const has = timesIn(said);
  const known = new Set(has.dates.flat());
  const months = new Set([...known].map(monthOf));
  const { dates: derived } = derivedFrom(has, heldOn);
  const numbers = new Set([...has.numbers].map(Number));
  // after "in two weeks", a day that the model computed cannot be distinguished from an invented one
  const isRelative = has.near.size + has.periods.size > 0;
  const isNear = (term: string): boolean =>
    dayOf(term) === 0 ? months.has(monthOf(term)) : numbers.has(dayOf(term)) && !months.has(monthOf(term));
  return (
    isRelative ||
    (asked.dates.every((terms) => terms.some((term) => known.has(term) || derived.has(term) || isNear(term))) &&
      (known.size > 0 || within(asked.weekdays, has.weekdays)))
  );
}

const monthOf = (term: string): number => Number(term.slice(DATE.length, DATE.length + 2));
/** 0: a month alone */
const dayOf = (term: string): number => Number(term.slice(DATE.length + 2));

/**
 * Whether a due date was said, or follows from what was said. Parameters as for areDatesSaid.
 */
export function isDueSaid(due: string, said: string, heldOn: string): boolean {
  const [asked, has] = [timesIn(due), timesIn(said)];
  const isTime =
    asked.dates.length + asked.weekdays.size + asked.near.size + asked.periods.size + asked.numbers.size > 0;
  if (!isTime) {
    const terms = contentTerms(due);
    return terms.size > 0 && within(terms, contentTerms(said));
  }
  const derived = derivedFrom(has, heldOn);
  return (
    areDatesWithin(asked, has, derived.dates) &&
    within(asked.near, has.near) &&
    within(asked.periods, has.periods) &&
    within(asked.numbers, has.numbers, derived.years)
  );
}
