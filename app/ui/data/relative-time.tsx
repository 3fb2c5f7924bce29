import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** BCP 47 tag of an app language code. */
const tagOf = (code: string): string => code.replace('_hans', '-Hans').replace('_hant', '-Hant');

/** Caches one formatter for each language: creating one takes longer than rendering a row. */
function eachLanguage<F>(make: (tag: string) => F): (language: string) => F {
  const made = new Map<string, F>();
  return (language) => {
    const known = made.get(language) ?? make(tagOf(language));
    made.set(language, known);
    return known;
  };
}
const relative = eachLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'long' }));
const day = eachLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' }));
const dayAndYear = eachLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric', year: 'numeric' }),
);
const dayAndTime = eachLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' }));

/**
 * A moment in words: relative within a week before `now`, else the date, with the year if it differs from that of `now`. In milliseconds.
 */
export function timeText(at: number, now: number, language: string): string {
  const ago = now - at;
  if (ago >= 0 && ago < WEEK) {
    const words = relative(language);
    if (ago < MINUTE) return words.format(0, 'second');
    if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), 'minute');
    if (ago < DAY) return words.format(-Math.floor(ago / HOUR), 'hour');
    return words.format(-Math.floor(ago / DAY), 'day');
  }
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? day : dayAndYear)(language).format(at);
}

/** The full date and time. */
export const fullTime = (at: number, language: string): string => dayAndTime(language).format(at);

/** The current minute. All components share one timer: a timer for each row would render a long list row by row. */
const readers = new Set<() => void>();
let minute = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function presentMinute(): number {
  const now = Date.now();
  if (now - minute >= MINUTE) minute = now;
  return minute;
}

function everyMinute(reader: () => void): () => void {
  if (readers.size === 0)
    timer = setInterval(() => {
      for (const each of readers) each();
    }, MINUTE);
  readers.add(reader);
  return () => {
    readers.delete(reader);
    if (readers.size === 0) clearInterval(timer);
  };
}

/** The full date and time, after a relative one within a week. `at` in milliseconds. */
export function Moment({ at }: { at: number }) {
  const { i18n } = useTranslation();
  const now = useSyncExternalStore(everyMinute, presentMinute, presentMinute);
  const full = fullTime(at, i18n.language);
  return (
    <time dateTime={new Date(at).toISOString()} suppressHydrationWarning>
      {Math.max(now, at) - at < WEEK ? `${timeText(at, Math.max(now, at), i18n.language)} · ${full}` : full}
    </time>
  );
}

/** A moment in words, with the full time on hover. `at` in milliseconds; 0 renders nothing. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const { i18n } = useTranslation();
  const now = useSyncExternalStore(everyMinute, presentMinute, presentMinute);
  if (!at) return null;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={fullTime(at, i18n.language)}
      className={className}
      suppressHydrationWarning
    >
      {timeText(at, Math.max(now, at), i18n.language)}
    </time>
  );
}
