/** Pull, push, changes and letters as calls. The stream is no call: the host hands its requests to `sync.stream.handle`. */
import { syncCalls } from '../../sync/protocol/messages';
import { bind, bindLines, type BoundCall } from '../platform/http/feature';
import type { Sync } from './sync';

export const SYNC_STREAM_PATH = '/api/core/sync/stream';

export const syncRoutes = (sync: Sync): BoundCall[] => [
  bind(syncCalls.pull, ({ input, actor }) =>
    sync.pull(actor, input.collection, input.checkpoint, input.limit, input.deletions),
  ),
  bind(syncCalls.push, ({ input, actor }) => sync.push(actor, input.collection, input.rows)),
  bind(syncCalls.liveUpdate, ({ input, actor }) => sync.letters.pass(actor, input)),
  bind(syncCalls.subscribe, async ({ input, actor }) => {
    sync.letters.watch(actor, input.texts);
    return {};
  }),
  bindLines(syncCalls.changes, ({ input, actor }) => sync.changes(actor, input)),
];
