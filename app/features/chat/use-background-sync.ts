import { useEffect } from 'react';
import { QUESTION_SYNC } from '../../../sync/protocol/background-sync';

/** https://wicg.github.io/background-sync/spec/#service-worker-registration-extensions; not in every browser */
interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

/** While a question waits for a connection: the browser sends it later if every window is closed by then. */
export function useBackgroundSync(waits: boolean): void {
  useEffect(() => {
    if (!waits || !('serviceWorker' in navigator)) return undefined;
    const register = (): void => {
      // refused where the person has switched it off; then the question is sent when Satchel is opened
      navigator.serviceWorker
        .getRegistration()
        .then((registration) => (registration as WithSync | undefined)?.sync?.register(QUESTION_SYNC))
        .catch(() => undefined);
    };
    // browsers give up after a few attempts, all of which fail while a window is open: again when this one may close
    const registerHidden = (): void => {
      if (document.visibilityState === 'hidden') register();
    };
    register();
    document.addEventListener('visibilitychange', registerHidden);
    return () => document.removeEventListener('visibilitychange', registerHidden);
  }, [waits]);
}
