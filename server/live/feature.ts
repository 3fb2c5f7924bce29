/** Live channels: ephemeral events of documents. */
import { liveCalls } from '../../sync/protocol/live';
import { callGroup } from '../platform/openapi/group';
import { defineFeature, none } from '../shared/feature';
import type { Live } from './live';
import { liveRoutes } from './routes';

export const liveFeature = defineFeature<Live>({
  name: 'live',
  calls: [
    callGroup(
      'Live channels',
      'Ephemeral events of documents: changes of a text while it is typed, and progress.',
      liveCalls,
    ),
  ],
  handlers: liveRoutes,
  policies: none('because it has no documents'),
  jobs: none('because events are sent when they are published'),
  notifications: none('because it sends none'),
  ownership: none('because it stores nothing'),
  retention: none('because events are kept in memory for minutes at most'),
  storage: none('because it stores nothing'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no documents'),
  demo: none('because it stores nothing'),
});
