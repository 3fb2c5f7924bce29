/** Members and their roles. */
import { callGroup } from '../../platform/openapi/group';
import { memberCalls } from './contract';
import { memberRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const memberFeature = defineFeature<OrganizationServices>({
  name: 'organization/members',
  calls: [callGroup('Members', 'Members of an organization and their roles.', memberCalls)],
  handlers: ({ platform, members }) => memberRoutes(platform, members),
  policies: none('because its documents are written by the server alone'),
  jobs: none('because its work is done in the calls'),
  notifications: ['memberJoined', 'ownershipReceived'],
  ownership: none('because a membership ends with the removal itself'),
  retention: none('because a member stays until an administrator removes them'),
  storage: none('because it stores no files'),
  audit: ['member.removed', 'member.adminSet', 'member.adminUnset', 'company.ownerTransferred'],
  passages: none('because it has no text to search'),
  demo: none('because the demo’s people and departments are made before all content'),
});
