import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { setSessionCookies } from '../identity/cookies';
import type { IdentityService } from '../identity/service';
import { desktopCalls as calls } from './contract';
import type { DesktopService } from './service';

export function desktopRoutes(desktop: DesktopService, identity: Pick<IdentityService, 'tokensFor'>): BoundCall[] {
  return [
    bind(calls.scheme, () => Promise.resolve({ scheme: desktop.scheme })),
    bind(calls.code, async ({ actor, input }) => ({
      link: await desktop.link(actor, input.codeChallenge, input.state),
    })),
    bind(calls.login, async ({ input, request, setCookie }) => {
      const loginToken = await identity.tokensFor(await desktop.signIn(input.code, input.codeVerifier, request));
      setSessionCookies(setCookie, loginToken);
      return { loginToken };
    }),
  ];
}
