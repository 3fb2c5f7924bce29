import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useStatus } from '~/replica/hooks';
import { onArrival } from './state';

/** milliseconds between two requests while the server does not answer */
const AGAIN_MS = 15_000;

/**
 * Reloads the data while the shown answer is stale: when a late answer arrives, when the device is online again, and
 * periodically.
 */
export function useFreshAgain(isStale: boolean): void {
  const { state, revalidate } = useRevalidator();
  const online = useStatus().connection.state === 'online';
  const ask = useRef(() => {});
  ask.current = () => {
    if (state === 'idle') revalidate();
  };
  useEffect(() => {
    if (!isStale) return;
    const again = (): void => ask.current();
    const now = (): void => {
      if (document.visibilityState === 'visible') again();
    };
    const stop = onArrival(again);
    const timer = setInterval(now, AGAIN_MS);
    addEventListener('online', again);
    document.addEventListener('visibilitychange', now);
    return () => {
      stop();
      clearInterval(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', now);
    };
  }, [isStale]);
  useEffect(() => {
    if (isStale && online) ask.current();
  }, [isStale, online]);
}
