import { languageTag } from '../../../../sync/model/languages';
import type { TrendPoint } from './trend-point';

/** Units of a trend, which decide its labels: hours, days of a week, days, weeks by their first day, months. */
export type Part = 'hour' | 'weekday' | 'day' | 'week' | 'month';

const SHORT: Record<Part, Intl.DateTimeFormatOptions> = {
  hour: { hour: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric' },
  day: { month: 'numeric', day: 'numeric' },
  week: { month: 'numeric', day: 'numeric' },
  month: { month: 'short' },
};
const LONG: Record<Part, Intl.DateTimeFormatOptions> = {
  hour: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  day: { weekday: 'short', month: 'long', day: 'numeric' },
  week: { year: 'numeric', month: 'long', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** The points of a trend with their labels: short below the chart, in full elsewhere. */
export function pointsOf(
  part: Part,
  timeZone: string,
  language: string,
  counts: readonly { from: number; value: number }[],
): TrendPoint[] {
  const tag = languageTag(language);
  const short = new Intl.DateTimeFormat(tag, { ...SHORT[part], timeZone });
  const long = new Intl.DateTimeFormat(tag, { ...LONG[part], timeZone });
  return counts.map(({ from, value }) => ({ from, value, short: short.format(from), long: long.format(from) }));
}
