/** Inviting people by e-mail and by link. */
import { callGroup } from '../../platform/openapi/group';
import { InvitationLink, invitationCalls } from './contract';
import { invitationRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const invitationFeature = defineFeature<OrganizationServices>({
  name: 'organization/invitations',
  calls: [callGroup('Invitations', 'Inviting people by e-mail and by link.', invitationCalls, { InvitationLink })],
  handlers: ({ invitations, identity }) => invitationRoutes(invitations, identity),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because it owns nothing of a person'),
  retention: none('because invitation tokens are mail tokens, which the mails feature deletes'),
  storage: none('because it stores no files'),
  audit: ['member.invited', 'member.joined', 'invitationLink.created'],
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
