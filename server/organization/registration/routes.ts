import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { setSessionCookies } from '../identity/cookies';
import type { IdentityService } from '../identity/service';
import { registrationCalls } from './contract';
import { jobPositions, jobRoles } from './job-names';
import type { RegistrationService } from './service';

export function registrationRoutes(
  registration: RegistrationService,
  identity: Pick<IdentityService, 'tokensFor'>,
): BoundCall[] {
  return [
    bind(registrationCalls.create, ({ input }) => registration.create(input)),
    bind(registrationCalls.resend, ({ input }) => registration.resend(input.applyId)),
    bind(registrationCalls.look, ({ input }) => registration.look(input.activeKey)),
    bind(registrationCalls.activate, async ({ input, request, setCookie }) => {
      const { session, ...made } = await registration.activate(input.activeKey, input.password, request);
      const loginToken = await identity.tokensFor(session);
      setSessionCookies(setCookie, loginToken);
      return { ...made, loginToken };
    }),
    bind(registrationCalls.jobRoles, ({ input }) => Promise.resolve({ roles: jobRoles(input.lang) })),
    bind(registrationCalls.jobPositions, ({ input }) => Promise.resolve({ positions: jobPositions(input.lang) })),
  ];
}
