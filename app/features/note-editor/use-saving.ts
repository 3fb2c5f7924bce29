/** Saving of an open text, and whether its page was left in order. */
import { useEffect } from 'react';
import { setBusy } from '~/replica/busy';
import { observe } from '~/replica/client';
import type { TextConnection } from './text-connection';

/** milliseconds for which a text counts as busy after all is durable, so that continuous typing is one busy period */
const BUSY_LINGER_MS = 1_000;

/**
 * Saves on blur, when the page is hidden and before it unloads; warns before leaving while text is not durable. Renders
 * nothing.
 */
export function useSaving(contentId: string, connection: TextConnection): void {
  useEffect(() => {
    const key = `note:${contentId}`;
    const ask = (event: BeforeUnloadEvent) => {
      void connection.flush();
      event.preventDefault();
    };
    let rest: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      const now = connection.snapshot();
      clearTimeout(rest);
      if (now.state === 'open' && now.unsaved) {
        setBusy(key, 'unsavedText');
        addEventListener('beforeunload', ask);
      } else {
        rest = setTimeout(() => setBusy(key, null), BUSY_LINGER_MS);
        removeEventListener('beforeunload', ask);
      }
    };
    update();
    const stop = connection.subscribe(update);
    return () => {
      stop();
      clearTimeout(rest);
      removeEventListener('beforeunload', ask);
      setBusy(key, null);
    };
  }, [contentId, connection]);
  useEffect(() => {
    const save = () => void connection.flush();
    const leave = () => {
      save();
      leftInOrder.set(contentId);
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    addEventListener('pagehide', leave);
    addEventListener('blur', save);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('blur', save);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [contentId, connection]);
}

/**
 * Saves the whole text again after this device's databases were deleted. Subscribes directly, since React renders a
 * state in a transition with delay.
 */
export function useRenewal(connection: TextConnection): void {
  useEffect(() => {
    let seen: number | null = null;
    return observe({ kind: 'storage' }, (storage) => {
      const at = storage.state === 'whole' ? 0 : storage.at;
      if (seen !== null && at > seen) connection.renew();
      seen = at;
    });
  }, [connection]);
}

/**
 * A page that was left properly may also have left text to compact; that is not a recovery to report. Cleared by the
 * first read.
 */
export const leftInOrder = {
  set: (contentId: string): void => {
    localStorage.setItem(`note-left:${contentId}`, '1');
  },
  take: (contentId: string): boolean => {
    const left = localStorage.getItem(`note-left:${contentId}`) !== null;
    localStorage.removeItem(`note-left:${contentId}`);
    return left;
  },
};
