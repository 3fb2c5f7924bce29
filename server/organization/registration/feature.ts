/** Registering an organization. */
import { callGroup } from '../../platform/openapi/group';
import { ListedName, registrationCalls } from './contract';
import { registrationRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const registrationFeature = defineFeature<OrganizationServices>({
  name: 'organization/registration',
  calls: [
    callGroup('Registration', 'Registering an organization with its first administrator.', registrationCalls, {
      ListedName,
    }),
  ],
  handlers: ({ registration, identity }) => registrationRoutes(registration, identity),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because it owns nothing of a person'),
  retention: { cleanUp: ({ registration }) => registration.cleanUp() },
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
