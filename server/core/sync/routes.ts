/** Pull, push and changes as calls. The stream is no call: the host hands its requests to `sync.stream.handle`. */
import { CallError } from '../../../sync/protocol/errors';
import { PROTOCOL_OLDEST, syncCalls } from '../../../sync/protocol/messages';
import type { RequestInfo } from '../../platform/context';
import { bind, bindLines, type BoundCall } from '../../platform/http/feature';
import type { Sync } from './sync';

export const SYNC_STREAM_PATH = '/api/core/sync/stream';

/** A client that says nothing of its protocol (an integration) is taken as current. */
function refuseOldClients(request: RequestInfo): void {
  if (request.protocol > 0 && request.protocol < PROTOCOL_OLDEST) throw new CallError('CLIENT_TOO_OLD');
}

export const syncRoutes = (sync: Sync): BoundCall[] => [
  bind(syncCalls.pull, async ({ input, actor, request }) => {
    refuseOldClients(request);
    return sync.pull(actor, input.collection, input.checkpoint, input.limit);
  }),
  bind(syncCalls.push, async ({ input, actor, request }) => {
    refuseOldClients(request);
    return sync.push(actor, input.collection, input.rows);
  }),
  bindLines(syncCalls.changes, ({ input, actor, request }) => {
    refuseOldClients(request);
    return sync.changes(actor, input);
  }),
];
