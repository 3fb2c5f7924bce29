import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { ACCESS_COOKIE, setSessionCookies } from '../identity/cookies';
import type { IdentityService } from '../identity/service';
import { myCompanyCalls } from './contract';
import type { Membership } from './memberships';
import type { MyCompanies } from './service';

const summary = (m: Membership) => ({ id: m.companyId, name: m.companyName, role: m.role, logo: m.logo });

export function myCompanyRoutes(companies: MyCompanies, identity: Pick<IdentityService, 'tokensFor'>): BoundCall[] {
  return [
    bind(myCompanyCalls.list, async ({ actor }) => ({ companies: (await companies.list(actor)).map(summary) })),
    bind(myCompanyCalls.getDefault, async ({ actor }) => {
      const company = await companies.startsIn(actor);
      return { companyId: company.companyId, company: summary(company) };
    }),
    bind(myCompanyCalls.setDefault, async ({ actor, input, request, setCookie }) => {
      const loginToken = await identity.tokensFor(await companies.enter(actor, input.companyId, request));
      setSessionCookies(setCookie, loginToken);
      // Browsers hold tokens in httpOnly cookies: a script must not receive them in the response.
      return { loginToken: request.cookies[ACCESS_COOKIE] === undefined ? loginToken : null };
    }),
    bind(myCompanyCalls.setUserName, async ({ actor, input }) => {
      await companies.rename(actor, input.userName);
      return { userName: input.userName };
    }),
  ];
}
