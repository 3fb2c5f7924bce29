/** Pull, texts, push and changes as calls. The stream is no call: the host passes its requests to `sync.stream.handle`. */
import { syncCalls } from '../../sync/protocol/messages';
import { bind, bindLines, type BoundCall } from '../platform/http/feature';
import type { Sync } from './sync';

export const SYNC_STREAM_PATH = '/api/core/sync/stream';

export const syncRoutes = (sync: Sync): BoundCall[] => [
  bind(syncCalls.pull, ({ input, actor }) => sync.pull(actor, input.collection, input.checkpoint, input.limit, input)),
  bind(syncCalls.texts, ({ input, actor }) => sync.texts(actor, input.texts)),
  bind(syncCalls.push, ({ input, actor }) => sync.push(actor, input.collection, input.rows)),
  bind(syncCalls.pushAll, async ({ input, actor }) => ({ answers: await sync.pushAll(actor, input.pushes) })),
  bindLines(syncCalls.changes, ({ input, actor }) => sync.changes(actor, input)),
];
