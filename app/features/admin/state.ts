/** Whether what the console shows is what the server says now, or what it said last: one state a page, set by `keepLast`. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, languageTag } from '~/i18n/languages';

/** milliseconds since the epoch of what is shown; null: it is current */
let staleSince: number | null = null;
/** the screen and address whose answer is on this device */
let keptPlace: string | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** @param at when the shown answer came; null: now */
export function setStale(at: number | null): void {
  if (at === staleSince) return;
  staleSince = at;
  tell();
}

/** What is shown can be shown again without the server: `<key>?<query>` of the screen, '' where it was not kept (yet). */
export const useKept = (): string =>
  useSyncExternalStore(
    subscribe,
    () => keptPlace ?? '',
    () => '',
  );
export function setKept(place: string): void {
  keptPlace = place;
  tell();
}

const arrivals = new Set<() => void>();
/** Calls back when an answer came that nobody waited for any more. */
export function onArrival(listener: () => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}
export function arrived(): void {
  for (const listener of arrivals) listener();
}

export interface ConsoleState {
  /** what is shown is of then (milliseconds); null: it is current */
  stale: { at: number } | null;
  /** why nothing can be changed now, in the person's words; null: it can. For `isDisabled={reason !== null}` and the hint beside it */
  reason: string | null;
}

/** "10:42", with the day where that is not today. */
export function timeText(at: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const tag = languageTag(isLanguage(language) ? language : 'en');
  return new Intl.DateTimeFormat(
    tag,
    isToday
      ? { hour: 'numeric', minute: '2-digit' }
      : { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ).format(at);
}

/** What a screen of the console has to know before it offers a change. */
export function useConsole(): ConsoleState {
  const { t, i18n } = useTranslation('admin');
  const at = useSyncExternalStore(
    subscribe,
    () => staleSince,
    () => null,
  );
  return {
    stale: at === null ? null : { at },
    reason: at === null ? null : t('frame.stale.reason', { time: timeText(at, i18n.language) }),
  };
}
