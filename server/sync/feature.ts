/** Replication of a member's documents. */
import { ChangesLine, Checkpoint, Rejection, syncCalls, WireDoc } from '../../sync/protocol/messages';
import { callGroup } from '../platform/openapi/group';
import { defineFeature, none } from '../shared/feature';
import { syncRoutes } from './routes';
import type { Sync } from './sync';

export const syncFeature = defineFeature<Sync>({
  name: 'sync',
  calls: [
    callGroup(
      'Synchronization',
      'Replication of a member’s documents: pull, push, streamed changes and events.',
      syncCalls,
      { Checkpoint, WireDocument: WireDoc, Rejection, ChangesLine },
    ),
  ],
  handlers: syncRoutes,
  policies: none('because createSync adds the rules of preferences and notifications itself'),
  jobs: none('because createSync declares the purge of old deletions'),
  notifications: none('because it sends none'),
  ownership: none('because documents belong to the features that declare them'),
  retention: none('because its own job deletes tombstones after ninety days'),
  storage: none('because documents do not count towards the limit, files do'),
  audit: none('because it records what people write, not what administrators do'),
  passages: none('because documents belong to the features that declare them'),
  demo: none('because documents belong to the features that declare them'),
});
