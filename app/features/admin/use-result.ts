import { useActionData, useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/**
 * The result of the last form of this screen. A form sent by the browser before the scripts had loaded is answered with
 * a page that contains the result; revalidation, which a page of the console starts after hydration or while the server
 * does not answer, drops it. It is therefore kept until the next navigation or submission.
 */
export function useResult<T>(): T | undefined {
  const result = useActionData<T>() as T | undefined;
  const { key } = useLocation();
  const { location, formMethod } = useNavigation();
  // while the screen loads after the submission: the key that its location gets
  const next = location && formMethod ? location.key : key;
  const [last, setLast] = useState({ key: next, result });
  useEffect(() => {
    if (result !== undefined) setLast({ key: next, result });
  }, [next, result]);
  return result ?? (last.key === key ? last.result : undefined);
}
