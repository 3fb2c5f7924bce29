import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { setSessionCookies } from '../identity/cookies';
import type { IdentityService } from '../identity/service';
import { inOwnCompany } from '../../shared/own-company';
import { invitationCalls } from './contract';
import type { InvitationService } from './service';

export function invitationRoutes(
  invitations: InvitationService,
  identity: Pick<IdentityService, 'tokensFor'>,
): BoundCall[] {
  return [
    bind(invitationCalls.invite, async ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      return { userId: await invitations.invite(actor, request, input) };
    }),
    bind(invitationCalls.look, ({ input }) => invitations.look(input.activeKey)),
    bind(invitationCalls.accept, async ({ input, request, setCookie }) => {
      const { session, ...joined } = await invitations.accept(input.activeKey, input, request);
      const loginToken = session && (await identity.tokensFor(session));
      if (loginToken) setSessionCookies(setCookie, loginToken);
      return { ...joined, loginToken };
    }),
    bind(invitationCalls.currentLink, ({ actor }) => invitations.currentLink(actor.companyId)),
    bind(invitationCalls.createLink, ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      return invitations.createLink(actor, request);
    }),
    bind(invitationCalls.lookAtLink, async ({ input }) => {
      const { companyName, logo, expiresAt } = await invitations.ofLink(input.key);
      return { companyName, logo, expiresAt };
    }),
  ];
}
