import type { TFunction } from 'i18next';
import { languageTag } from '../../../sync/model/languages';

/** Title of an unnamed meeting: its date and time. */
export function defaultMeetingTitle(
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  language: string,
  at: Date,
): string {
  const date = new Intl.DateTimeFormat(languageTag(language), {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  return (t as (key: string, options: Record<string, unknown>) => string)('meeting:defaultTitle', { date });
}
