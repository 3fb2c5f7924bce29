/** IP address rules and the access log. */
import { callGroup } from '../../platform/openapi/group';
import { AccessEntry, ipCalls, IpRule, IpSetting } from './contract';
import { ipRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const ipAccessFeature = defineFeature<OrganizationServices>({
  name: 'organization/ip-access',
  calls: [
    callGroup('IP access', 'Addresses from which members may enter, and the access log.', ipCalls, {
      IpRule,
      IpSetting,
      AccessEntry,
    }),
  ],
  handlers: ({ ipAccess }) => ipRoutes(ipAccess),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because rules are the organization’s'),
  retention: { cleanUp: ({ ipFilter }) => ipFilter.cleanUp() },
  storage: none('because it stores no files'),
  audit: [
    'company.ipRestriction',
    'ipRule.created',
    'ipRule.updated',
    'ipRule.deleted',
    'ipRule.enabled',
    'ipRule.disabled',
  ],
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
