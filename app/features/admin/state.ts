/** Whether the console shows current or stored answers: one state per page, set by `withStaleFallback`. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../sync/model/languages';

/** milliseconds since the epoch of the shown answer; null: current */
let staleSince: number | null = null;
/** screens and addresses whose answer is stored on this device */
let storedScreen: string | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const notify = (): void => {
  for (const listener of listeners) listener();
};

/** @param at time of the shown answer; null: now */
export function setStale(at: number | null): void {
  if (at === staleSince) return;
  staleSince = at;
  notify();
}

/**
 * The shown answer can be shown again without the server: `<key>?<query>` of the screen, '' if it is not stored (yet).
 */
export const useStoredScreen = (): string =>
  useSyncExternalStore(
    subscribe,
    () => storedScreen ?? '',
    () => '',
  );
export function setStoredScreen(screen: string): void {
  storedScreen = screen;
  notify();
}

const arrivals = new Set<() => void>();
/** Calls back when an answer arrived after the wait had ended. */
export function onArrival(listener: () => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}
export function arrived(): void {
  for (const listener of arrivals) listener();
}

export interface ConsoleState {
  /** time of the shown answer in milliseconds; null: current */
  stale: { at: number } | null;
  /**
   * why changes are disabled, as text; null: they are enabled. For `isDisabled={reason !== null}` and the hint beside
   * it
   */
  reason: string | null;
}

/** "10:42", with the date if it is not today. */
export function timeText(at: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const tag = languageTag(language);
  return new Intl.DateTimeFormat(
    tag,
    isToday
      ? { hour: 'numeric', minute: '2-digit' }
      : { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ).format(at);
}

/** State that a screen of the console needs before it offers a change. */
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
