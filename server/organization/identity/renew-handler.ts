/**
 * Renews the session of a screen that the server renders. The refresh token's cookie is limited to
 * /api/organization/user, so a screen with an expired access token is redirected here and returns with a new one:
 *
 *   GET or POST /admin/…  ── 307 ─►  /api/organization/user/session/renew?to=/admin/…  ── 307, new cookies ─►  /admin/…
 *                                                ├─ blocked network ─► /ip-blocked
 *                                                └─ the session has ended ─► sign-in; 401 for a loader request of the page
 *
 * 307 keeps method and body: a form that was open for an hour is submitted once.
 */
import { CallError } from '../../../sync/protocol/errors';
import { ownAddress } from '../../../sync/protocol/own-address';
import { RENEW_PATH } from '../../../sync/protocol/session';
import { setCookieHeader } from '../../platform/http/cookies';
import type { RawHandler } from '../../platform/http/host';
import { REFRESH_COOKIE, setSessionCookies } from './cookies';
import type { IdentityService } from './service';

export function renewHandler(identity: Pick<IdentityService, 'refresh'>): RawHandler {
  return {
    matches: (pathname) => pathname === RENEW_PATH,
    async handle(request, response, facts) {
      const requested = ownAddress(new URL(request.url ?? '/', 'http://here.invalid').searchParams.get('to'));
      // Prevents a redirect loop.
      const to = requested && requested.pathname !== RENEW_PATH ? requested : { pathname: '/', search: '' };
      const address = to.pathname + to.search;
      const headers: Record<string, string | string[]> = { 'cache-control': 'no-store', 'content-length': '0' };
      try {
        const tokens = await identity.refresh(facts.cookies[REFRESH_COOKIE], facts);
        const cookies: string[] = [];
        setSessionCookies(
          (name, value, options) => cookies.push(setCookieHeader(name, value, options, facts.secure)),
          tokens,
        );
        response.writeHead(307, { ...headers, location: address, 'set-cookie': cookies }).end();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // Keep the cookies: the device authenticates with them and may be told to erase its copy.
        if (to.pathname.endsWith('.data')) response.writeHead(401, headers).end();
        else if (error.code === 'IP_BLOCKED') response.writeHead(303, { ...headers, location: '/ip-blocked' }).end();
        else
          response
            .writeHead(303, {
              ...headers,
              location: `/auth/login?reason=expired&redirect=${encodeURIComponent(address)}`,
            })
            .end();
      }
    },
  };
}
