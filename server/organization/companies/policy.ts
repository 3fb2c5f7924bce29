/** Rules of company membership and roles (specification: organization 6). */
import type { CompanyRole } from '../../platform/context';
import type { MembershipStatus } from '../../shared/identity-tables';

export const mayEnter = (m: { status: MembershipStatus; enabled: boolean; companyEnabled: boolean }): boolean =>
  m.status === 'active' && m.enabled && m.companyEnabled;

/** The owner and administrators use the admin console. */
export const runsConsole = (role: CompanyRole | null): boolean => role === 'owner' || role === 'admin';

/** Authorities for the page: ADMIN_CONSOLE opens the console. */
export const authorityCodes = (role: CompanyRole | null): string[] => [
  ...(role ? ['WORKSPACE'] : []),
  ...(runsConsole(role) ? ['ADMIN_CONSOLE'] : []),
  ...(role === 'owner' ? ['COMPANY_OWNER'] : []),
];
