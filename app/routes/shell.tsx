import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { SHELL_ID } from '~/features/shell/first-paint';
import { safeRedirect } from '~/safe-redirect';

/**
 * Every address of the workspace hydrates as this route (entry.client). The skeleton has no text, because it is
 * prerendered once for all languages.
 */
export default function Shell() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const to = safeRedirect(search.get('to'));
  // the state of the history entry holds search words
  const { state } = useLocation();
  useEffect(() => {
    navigate(to, { replace: true, state: state as unknown });
  }, [navigate, to, state]);
  return <div id={SHELL_ID} className="frame-skeleton" aria-busy="true" />;
}
