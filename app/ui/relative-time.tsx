import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** BCP 47 tag of a language code of ours. */
const tagOf = (code: string): string => code.replace('_hans', '-Hans').replace('_hant', '-Hant');

/**
 * A moment in words: relative within a week before `now`, the date else (with the year when it is another). Times are milliseconds.
 */
export function timeText(at: number, now: number, language: string): string {
  const tag = tagOf(language);
  const ago = now - at;
  if (ago >= 0 && ago < WEEK) {
    const words = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'long' });
    if (ago < MINUTE) return words.format(0, 'second');
    if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), 'minute');
    if (ago < DAY) return words.format(-Math.floor(ago / HOUR), 'hour');
    return words.format(-Math.floor(ago / DAY), 'day');
  }
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', ...(sameYear ? {} : { year: 'numeric' }) }).format(at);
}

/** The whole date and time. */
export const fullTime = (at: number, language: string): string => new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeStyle: 'short' }).format(at);

/** When something was, with the full time on hover. `at` in milliseconds; nothing for 0. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  if (!at) return null;
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at, i18n.language)} className={className} suppressHydrationWarning>
      {timeText(at, Math.max(now, at), i18n.language)}
    </time>
  );
}
