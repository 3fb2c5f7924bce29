/** Sign-in of the desktop app. */
import { callGroup } from '../../platform/openapi/group';
import { desktopCalls } from './contract';
import { desktopRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const desktopFeature = defineFeature<OrganizationServices>({
  name: 'organization/desktop',
  calls: [callGroup('Desktop app', 'Sign-in of the desktop app through the browser.', desktopCalls)],
  handlers: ({ desktop, identity }) => desktopRoutes(desktop, identity),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because it owns nothing of a person'),
  retention: none('because sign-in codes expire with their signature'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
