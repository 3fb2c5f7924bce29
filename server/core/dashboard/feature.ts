/** The overview of the admin console. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { DashboardData, dashboardCalls } from './contract';
import { dashboardRoutes } from './routes';

export const dashboardFeature = defineFeature<CoreServices>({
  name: 'core/dashboard',
  calls: [callGroup('Dashboard', 'The overview of the admin console.', dashboardCalls, { DashboardData })],
  handlers: ({ platform }) => dashboardRoutes(platform),
  policies: none('because it has no documents'),
  jobs: none('because it counts when asked'),
  notifications: none('because it sends none'),
  ownership: none('because it owns nothing of a person'),
  // the overview counts the ledger of service use, so its clean-up is here
  retention: { cleanUp: ({ usage }) => usage.cleanUp() },
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no documents'),
  demo: none('because it shows the demo’s other content'),
});
