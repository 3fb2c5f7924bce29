/** LivePages of an organization for its administrators. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { livePageAdminCalls, LivePageRow, LivePageTrend } from './contract';
import { livePageRoutes } from './routes';

export const livePageFeature = defineFeature<CoreServices>({
  name: 'core/livepages',
  calls: [
    callGroup('LivePages', 'LivePages of an organization for its administrators.', livePageAdminCalls, {
      LivePageRow,
      LivePageTrend,
    }),
  ],
  handlers: ({ platform, audit }) => livePageRoutes(platform, audit),
  policies: none('because LivePages are no replicated documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because a LivePage stays the organization’s, with its creator’s name'),
  retention: none('because a LivePage is published until somebody hides or deletes it'),
  storage: none('because it stores no files'),
  audit: ['livePage.visible'],
  passages: none('because LivePages are not on the device'),
  demo: none('because no LivePage is made before somebody publishes one'),
});
