import type { TFunction } from 'i18next';
import { isLanguage, languageTag } from '../../../sync/model/languages';

/** BCP 47 tag for `Intl` from the interface's language code. */
export const tagFor = (language: string): string => languageTag(isLanguage(language) ? language : 'en');

/** Title of an unnamed meeting: its date and time. */
export function defaultMeetingTitle(
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  language: string,
  at: Date,
): string {
  const date = new Intl.DateTimeFormat(tagFor(language), {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  return (t as (key: string, options: Record<string, unknown>) => string)('meeting:defaultTitle', { date });
}
