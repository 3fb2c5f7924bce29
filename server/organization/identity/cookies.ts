/**
 * The cookies of a session. Both live as long as the session: the access token inside expires after ten minutes, and its cookie stays so
 * that the server sees a device that can renew it. The refresh token travels only to the calls that need it.
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
