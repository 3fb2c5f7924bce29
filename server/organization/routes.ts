/** The organization service: its calls, the authenticator behind every request, and the services other parts build on. */
import type { CallDefinition } from '../../sync/protocol/call';
import type { Platform } from '../platform/context';
import type { BoundCall } from '../platform/http/feature';
import { myCompanyCalls } from './companies/contract';
import { OrganizationService, type CompanySync } from './companies/organization';
import { myCompanyRoutes } from './companies/routes';
import { MyCompanies } from './companies/service';
import { AccessTokens } from './identity/access-token';
import { SessionAuthenticator } from './identity/authenticator';
import { identityCalls } from './identity/contract';
import { identityRoutes } from './identity/routes';
import { IdentityService } from './identity/service';
import { SessionStore } from './identity/session-store';
import { deviceCalls } from './sessions/contract';
import { deviceRoutes } from './sessions/routes';
import { DeviceService } from './sessions/service';

/** Every declared call of the service, for the OpenAPI document. */
export const organizationCalls: readonly CallDefinition[] = [...Object.values(identityCalls), ...Object.values(deviceCalls), ...Object.values(myCompanyCalls)];

export interface Organization {
  routes: BoundCall[];
  authenticator: SessionAuthenticator;
  service: OrganizationService;
}

/** Builds the service. Before `platform.jobs.start()`: it declares the nightly clean-up of ended sessions. */
export function createOrganization(platform: Platform, sync: CompanySync): Organization {
  const tokens = new AccessTokens(platform.config.secret, platform.clock);
  const sessions = new SessionStore(platform);
  const authenticator = new SessionAuthenticator(platform, tokens, sessions);
  const identity = new IdentityService(platform, tokens, sessions, authenticator);
  platform.jobs.define({ name: 'identity-clean-up', handle: () => identity.cleanUp() });
  platform.jobs.schedule('identity-clean-up', '23 3 * * *');
  const routes = [
    ...identityRoutes(identity),
    ...deviceRoutes(new DeviceService(platform, sessions)),
    ...myCompanyRoutes(new MyCompanies(platform, sync.store, sessions), identity),
  ];
  return { routes, authenticator, service: new OrganizationService(platform, sync) };
}
