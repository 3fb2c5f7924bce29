import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { SHELL_ID } from '~/features/shell/first-paint';
import { safeRedirect } from '~/paths';

/**
 * What every workspace address hydrates as (entry.client). The skeleton carries no text: it is rendered once, for all languages.
 */
export default function Shell() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const to = safeRedirect(search.get('to'));
  // what the entry of the history carries beside its address: words searched for
  const { state } = useLocation();
  useEffect(() => {
    navigate(to, { replace: true, state: state as unknown });
  }, [navigate, to, state]);
  return <div id={SHELL_ID} className="frame-skeleton" aria-busy="true" />;
}
