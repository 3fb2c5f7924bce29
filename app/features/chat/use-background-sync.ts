import { useEffect } from 'react';
import { QUESTION_SYNC } from '../../../sync/protocol/background-sync';

/** https://wicg.github.io/background-sync/spec/#service-worker-registration-extensions; not in every browser */
interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Registers a background sync while a question waits for a connection, so that the browser sends it even if every
 * window is closed by then.
 */
export function useBackgroundSync(waits: boolean): void {
  useEffect(() => {
    if (!waits || !('serviceWorker' in navigator)) return undefined;
    const register = (): void => {
      // refused if the person has disabled it: then the question is sent when Satchel is opened
      navigator.serviceWorker
        .getRegistration()
        .then((registration) => (registration as WithSync | undefined)?.sync?.register(QUESTION_SYNC))
        .catch(() => undefined);
    };
    // the browser gives up after a few attempts, which all fail while a window is open: register again when this window
    // may close
    const registerHidden = (): void => {
      if (document.visibilityState === 'hidden') register();
    };
    register();
    document.addEventListener('visibilitychange', registerHidden);
    return () => document.removeEventListener('visibilitychange', registerHidden);
  }, [waits]);
}
