import { useEffect } from 'react';

/** milliseconds after which a screen has what it needs */
const LATER_MS = 20_000;

/** Caches files that the first visit does not transfer: libraries that write files of other programs. */
export function useKeepLater(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const timer = setTimeout(() => {
      void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_LATER' }));
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, []);
}
