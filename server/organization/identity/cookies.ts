/**
 * Session cookies. Both live as long as the session: the access token itself expires after ten minutes, but its cookie
 * stays so that the server recognises a device that can renew it. The refresh token's path limits it to the calls that
 * need it.
 */
import type { Handling } from '../../platform/http/feature';
import type { CallDefinition } from '../../../sync/protocol/call';
import { SESSION_MS } from './lifetimes';

export const ACCESS_COOKIE = 'accessToken';
export const REFRESH_COOKIE = 'refreshToken';
const REFRESH_PATH = '/api/organization/user';

type SetCookie = Handling<CallDefinition>['setCookie'];

export function setSessionCookies(setCookie: SetCookie, tokens: { accessToken: string; refreshToken: string }): void {
  // seconds
  const maxAge = Math.floor(SESSION_MS / 1000);
  setCookie(ACCESS_COOKIE, tokens.accessToken, { path: '/', maxAge, httpOnly: true });
  setCookie(REFRESH_COOKIE, tokens.refreshToken, { path: REFRESH_PATH, maxAge, httpOnly: true });
}

export function clearSessionCookies(setCookie: SetCookie): void {
  setCookie(ACCESS_COOKIE, '', { path: '/', maxAge: 0, httpOnly: true });
  setCookie(REFRESH_COOKIE, '', { path: REFRESH_PATH, maxAge: 0, httpOnly: true });
}
