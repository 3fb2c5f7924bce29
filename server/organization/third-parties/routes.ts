import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { thirdPartyCalls as calls } from './contract';
import type { ThirdPartyService } from './service';
import type { ThirdPartyTokens } from './tokens';

export function thirdPartyRoutes(service: ThirdPartyService, tokens: ThirdPartyTokens): BoundCall[] {
  return [
    bind(calls.preHandle, ({ actor, input, request }) => service.look(actor, input, request)),
    bind(calls.authorize, async ({ actor, input, request }) => ({
      redirectUrl: await service.allow(actor, input, request),
    })),
    bind(calls.token, ({ input }) => tokens.exchange(input)),
    bind(calls.me, ({ actor }) => service.me(actor)),
    bind(calls.grants, async ({ actor }) => ({ grants: await service.list(actor) })),
    bind(calls.revoke, async ({ actor, input, request }) => {
      await service.revoke(actor, input.grantId, request);
      return {};
    }),
  ];
}
