import { useEffect } from 'react';

/** Keeps the files of the console on this device for whom it is open, so that it opens without a network: all of them, or none. */
export function useKeepConsole(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || !('serviceWorker' in navigator)) return;
    void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_CONSOLE' }));
  }, [isOpen]);
}
