/** What a form did before it led to this address (`?done=`): said once, and gone from the address, so that a reload says nothing. */
import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';

export function useDone(): { done: string; dismiss: () => void } {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const given = params.get('done') ?? '';
  const [shown, setShown] = useState(given);
  const rest = new URLSearchParams(params);
  rest.delete('done');
  const without = `?${rest.toString()}`;
  useEffect(() => {
    if (!given) return;
    setShown(given);
    navigate(without, { replace: true, preventScrollReset: true });
  }, [given, without, navigate]);
  return { done: given || shown, dismiss: () => setShown('') };
}
