import { useActionData, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/**
 * The result of the last form of this screen. A form sent by the browser before the scripts had loaded is answered with
 * a page that contains the result; revalidation, which a page of the console starts after hydration or while the server
 * does not answer, drops it. It is therefore kept until the next navigation or submission.
 */
export function useResult<T>(): T | undefined {
  const outcome = useActionData<T>() as T | undefined;
  const { key } = useLocation();
  const [kept, keep] = useState({ key, outcome });
  useEffect(() => {
    if (outcome !== undefined) keep({ key, outcome });
  }, [key, outcome]);
  return outcome ?? (kept.key === key ? kept.outcome : undefined);
}
