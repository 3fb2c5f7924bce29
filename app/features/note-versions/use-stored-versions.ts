import { useEffect } from 'react';
import { useStatus } from '~/replica/hooks';

/** milliseconds after which the versions of an open text are fetched: the screen comes first */
const WAIT_MS = 5_000;

/** Stores the newest versions of a text that is open on this device, so that it can be restored offline. */
export function useStoredVersions(contentId: string, isHere: boolean): void {
  const isOnline = useStatus().connection.state === 'online';
  useEffect(() => {
    if (!isHere || !isOnline) return undefined;
    const timer = setTimeout(() => {
      void import('./versions').then(({ storeVersions }) => storeVersions(contentId)).catch(() => undefined);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [contentId, isHere, isOnline]);
}
