/**
 * Formatted times in the reader's time zone. The server does not know it and renders UTC, which the page corrects after
 * hydration.
 */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../sync/model/languages';

const never = () => () => undefined;

/** Returns a formatter from milliseconds since the epoch to a date with time, or a date alone. */
export function useTimeFormat(): (at: number, style?: 'time' | 'date') => string {
  const { i18n } = useTranslation();
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const tag = languageTag(i18n.language);
  return (at, style = 'time') =>
    new Intl.DateTimeFormat(tag, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      ...(style === 'time' ? { hour: 'numeric', minute: '2-digit' } : {}),
      ...(isHere ? {} : { timeZone: 'UTC', ...(style === 'time' ? { timeZoneName: 'short' as const } : {}) }),
    }).format(at);
}
