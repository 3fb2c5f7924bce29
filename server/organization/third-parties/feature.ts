/** Access of other companies’ apps. */
import { callGroup } from '../../platform/openapi/group';
import { Grant, thirdPartyCalls } from './contract';
import { thirdPartyRoutes } from './routes';
import { standardOauth } from './standard';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const thirdPartyFeature = defineFeature<OrganizationServices>({
  name: 'organization/third-parties',
  calls: [
    callGroup(
      'Third parties',
      'Access of other companies’ apps: OAuth 2 with PKCE, in the standard’s names and in Satchel’s own.',
      thirdPartyCalls,
      { Grant },
    ),
  ],
  handlers: ({ thirdParties, thirdPartyTokens }) => thirdPartyRoutes(thirdParties, thirdPartyTokens),
  rawHandlers: ({ platform, thirdPartyTokens }) => [standardOauth(platform, thirdPartyTokens)],
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because a grant is valid only while its person is a member'),
  retention: { cleanUp: ({ thirdParties }) => thirdParties.cleanUp() },
  storage: none('because it stores no files'),
  audit: ['app.allowed', 'app.revoked'],
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
