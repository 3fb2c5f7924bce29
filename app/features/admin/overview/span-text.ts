import { isLanguage, languageTag } from '~/i18n/languages';
import type { DashboardData } from '../../../../server/core/dashboard/contract';

const SHORT: Record<DashboardData['range'], Intl.DateTimeFormatOptions> = {
  day: { hour: 'numeric' }, week: { weekday: 'short', day: 'numeric' }, month: { month: 'numeric', day: 'numeric' }, year: { month: 'short' },
};
const LONG: Record<DashboardData['range'], Intl.DateTimeFormatOptions> = {
  day: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }, week: { weekday: 'long', month: 'long', day: 'numeric' },
  month: { weekday: 'short', month: 'long', day: 'numeric' }, year: { month: 'long', year: 'numeric' },
};

/** How a part of a trend is called: short below the chart, in full where there is room. */
export function spanTexts({ range, timeZone }: Pick<DashboardData, 'range' | 'timeZone'>, language: string): { short: (from: number) => string; long: (from: number) => string } {
  const tag = languageTag(isLanguage(language) ? language : 'en');
  const short = new Intl.DateTimeFormat(tag, { ...SHORT[range], timeZone });
  const long = new Intl.DateTimeFormat(tag, { ...LONG[range], timeZone });
  return { short: (from) => short.format(from), long: (from) => long.format(from) };
}
