import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { safeRedirect } from '~/safe-redirect';
import { useQuery, useStatus } from '~/replica/hooks';

/** Opens what a pressed notification is about, and keeps the server's copy of this device's subscription up to date. */
export function usePushMessages(): void {
  const navigate = useNavigate();
  const online = useStatus().connection.state === 'online';
  const lock = useQuery({ kind: 'lock' });
  const hasLock = lock?.isSet;
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const onMessage = ({ data }: MessageEvent) => {
      const { type, link } = (data ?? {}) as { type?: unknown; link?: unknown };
      if (type === 'OPEN' && typeof link === 'string') navigate(safeRedirect(link));
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [navigate]);
  useEffect(() => {
    // most devices have no permission, and need none of this
    if (!online || hasLock === undefined || !('Notification' in globalThis) || Notification.permission !== 'granted')
      return;
    void import('~/features/notifications/push-device').then(({ renew }) => renew(hasLock)).catch(() => undefined);
  }, [online, hasLock]);
}
