/** A formatted time, with the date if it is not today. */
import { languageTag } from '../../../sync/model/languages';

export function clockText(at: number, now: number, language: string): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(
    languageTag(language),
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(at);
}
