import { useActionData, useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/**
 * What came of the last form of this screen. A form that the browser sent by itself, before the scripts had loaded, is answered with the
 * page that says it; asking for the screen's data once more, as a page of the console does when its scripts are there and while the
 * server does not answer, forgets it. So it is kept until one goes elsewhere or sends another.
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
