import { useEffect, useRef } from 'react';
import { useStatus } from '~/replica/hooks';

/** milliseconds after which something is fetched in advance: the screen comes first */
const WAIT_MS = 5_000;

/**
 * Fetches what an open screen will need offline, once the screen is there and the device is online, and again when it
 * comes online.
 * @param name of what is fetched; null: nothing is
 */
export function useInBackground(name: string | null, work: () => Promise<unknown>): void {
  const isOnline = useStatus().connection.state === 'online';
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (name === null || !isOnline) return undefined;
    // where it fails, the screen asks itself when it is opened
    const timer = setTimeout(() => void latest.current().catch(() => undefined), WAIT_MS);
    return () => clearTimeout(timer);
  }, [name, isOnline]);
}
