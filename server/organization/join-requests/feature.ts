/** Applying to join an organization. */
import { callGroup } from '../../platform/openapi/group';
import { joinRequestCalls, JoinRequest } from './contract';
import { joinRequestRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const joinRequestFeature = defineFeature<OrganizationServices>({
  name: 'organization/join-requests',
  calls: [
    callGroup('Join requests', 'Applying to join an organization, and deciding on applications.', joinRequestCalls, {
      JoinRequest,
    }),
  ],
  handlers: ({ joinApplications, joinReviews }) => joinRequestRoutes(joinApplications, joinReviews),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: ['joinRequestWaiting'],
  ownership: none('because it owns nothing of a person'),
  retention: none('because decided requests are the organization’s record'),
  storage: none('because it stores no files'),
  audit: ['joinRequest.approved', 'joinRequest.refused'],
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
