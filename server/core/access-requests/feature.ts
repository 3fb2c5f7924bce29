/** Requests for access. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { accessRequestCalls } from './contract';
import { accessRequestRoutes } from './routes';

export const accessRequestFeature = defineFeature<CoreServices>({
  name: 'core/access-requests',
  calls: [callGroup('Access requests', 'Asking the owner of a document for access.', accessRequestCalls)],
  handlers: ({ sync }) => accessRequestRoutes(sync),
  policies: none('because a request is a notification, and access is granted by sharing'),
  jobs: none('because its work is done in the call'),
  notifications: ['accessRequested'],
  ownership: none('because it owns no documents'),
  retention: none('because it keeps nothing besides the notification'),
  storage: none('because it stores no files'),
  audit: none('because members ask and grant themselves, without an administrator'),
  passages: none('because it has no documents'),
  demo: none('because the demo has no open requests for access'),
});
