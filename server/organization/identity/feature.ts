/** Sign-in and sessions. */
import { CompanySummary, LoginToken, MyUser } from '../../../sync/protocol/session';
import { callGroup } from '../../platform/openapi/group';
import { identityCalls } from './contract';
import { renewHandler } from './renew-handler';
import { identityRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const identityFeature = defineFeature<OrganizationServices>({
  name: 'organization/identity',
  calls: [
    callGroup('Sign-in', 'Sessions of people: sign-in, renewal, sign-out, and who is signed in.', identityCalls, {
      LoginToken,
      CompanySummary,
      MyUser,
    }),
  ],
  handlers: ({ identity }) => identityRoutes(identity),
  rawHandlers: ({ identity }) => [renewHandler(identity)],
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because an account is its person’s own and outlives memberships'),
  retention: {
    cleanUp: async ({ identity, activity }) => {
      await identity.cleanUp();
      await activity.cleanUp();
    },
  },
  storage: none('because it stores no files'),
  audit: none('because sign-ins are in the access log, not in the audit trail'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
