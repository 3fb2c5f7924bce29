import { useEffect } from 'react';

/** Caches the files of the console for people with access, so that it opens without a network: all of them, or none. */
export function useKeepConsole(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || !('serviceWorker' in navigator)) return;
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_CONSOLE' }));
  }, [isOpen]);
}
