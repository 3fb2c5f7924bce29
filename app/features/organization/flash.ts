/**
 * The result of a form that redirected here (`?done=`): shown once and removed from the address, so that a reload shows
 * nothing.
 */
import { useLocation, useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';

export function useFlash(): { done: string; dismiss: () => void } {
  const { key } = useLocation();
  const [params] = useSearchParams();
  const given = params.get('done') ?? '';
  const [shown, setShown] = useState(given);
  useEffect(() => {
    if (!given) return;
    setShown(given);
    // Bypasses the router: a navigation from here would replace one that the person has started since.
    const here = new URL(window.location.href);
    here.searchParams.delete('done');
    window.history.replaceState(window.history.state, '', here);
  }, [given, key]);
  return { done: shown, dismiss: () => setShown('') };
}
