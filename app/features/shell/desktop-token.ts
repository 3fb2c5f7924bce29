/**
 * A token that an older desktop app's callback left in local storage (specification: organization 4). It is sent to the
 * server once, which sets the session's cookies, and removed in any case, so that no session data stays readable by
 * scripts.
 */
import { createClient, NoAnswerError } from '../../../sync/protocol/client';
import { sessionCalls } from '../../../sync/protocol/session';
import { safeRedirect } from '~/safe-redirect';
import { FRESH_SESSION_COOKIE } from '~/replica/fresh-session';

const KEYS = ['refreshToken', 'accessToken'] as const;

/**
 * True: a session was created and the page navigates away. Without an answer of the server the token stays for the next
 * start.
 */
export async function takeDesktopToken(): Promise<boolean> {
  const refreshToken = localStorage.getItem('refreshToken') ?? '';
  try {
    if (refreshToken)
      await createClient({ fetch: (url, init) => fetch(url, init) })(sessionCalls.refresh, { refreshToken });
  } catch (error) {
    if (error instanceof NoAnswerError) return false;
    KEYS.forEach((key) => localStorage.removeItem(key));
    return false;
  }
  KEYS.forEach((key) => localStorage.removeItem(key));
  if (!refreshToken) return false;
  document.cookie = `${FRESH_SESSION_COOKIE}=1; path=/; max-age=300; samesite=lax`;
  location.replace(
    location.pathname === '/auth/login'
      ? safeRedirect(new URLSearchParams(location.search).get('redirect'))
      : location.href,
  );
  return true;
}
