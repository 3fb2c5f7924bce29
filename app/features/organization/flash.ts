/** What a form did before it led to this address (`?done=`): said once, and gone from the address, so that a reload says nothing. */
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
    // Past the router: a navigation from here would take the place of one that the person has begun since.
    const here = new URL(window.location.href);
    here.searchParams.delete('done');
    window.history.replaceState(window.history.state, '', here);
  }, [given, key]);
  return { done: shown, dismiss: () => setShown('') };
}
