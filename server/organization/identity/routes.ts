import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { identityCalls } from './contract';
import { clearSessionCookies, REFRESH_COOKIE, setSessionCookies } from './cookies';
import type { IdentityService } from './service';

export function identityRoutes(identity: IdentityService): BoundCall[] {
  return [
    bind(identityCalls.login, async ({ input, request, setCookie }) => {
      const { loginToken, mustChangePassword } = await identity.login(input, request);
      setSessionCookies(setCookie, loginToken);
      return { loginToken, mustChangePassword };
    }),
    bind(identityCalls.refresh, async ({ input, request, setCookie }) => {
      const cookie = request.cookies[REFRESH_COOKIE];
      const tokens = await identity.refresh(cookie ?? input.refreshToken, request);
      setSessionCookies(setCookie, tokens);
      // Browsers hold tokens in httpOnly cookies: a script must not receive them in the response.
      return { loginToken: cookie === undefined ? tokens : null };
    }),
    bind(identityCalls.logout, async ({ actor, request, setCookie }) => {
      await identity.logout(actor, request.cookies[REFRESH_COOKIE]);
      clearSessionCookies(setCookie);
      return {};
    }),
    bind(identityCalls.erased, async ({ request }) => {
      await identity.erased(request.cookies[REFRESH_COOKIE]);
      return {};
    }),
    bind(identityCalls.my, ({ actor }) => identity.my(actor)),
    bind(identityCalls.setLanguage, async ({ actor, input }) => {
      await identity.setLanguage(actor, input.lang);
      return { lang: input.lang };
    }),
  ];
}
