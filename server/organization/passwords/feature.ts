/** Changing, setting and resetting a password. */
import { callGroup } from '../../platform/openapi/group';
import { passwordCalls } from './contract';
import { passwordRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const passwordFeature = defineFeature<OrganizationServices>({
  name: 'organization/passwords',
  calls: [callGroup('Passwords', 'Changing, setting and resetting a password.', passwordCalls)],
  handlers: ({ passwords }) => passwordRoutes(passwords),
  policies: none('because it has no documents'),
  jobs: ({ passwords }) => [passwords.job()],
  notifications: none('because it sends none'),
  ownership: none('because a password is its person’s own'),
  retention: none('because reset links are mail tokens, which the mails feature deletes'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
