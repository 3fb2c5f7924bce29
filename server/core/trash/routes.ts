/** The trash as calls. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { trashCalls as calls } from './contract';
import { restoreFromTrash } from './restore';
import { createTrash } from './service';

export function trashRoutes(services: Pick<CoreServices, 'platform' | 'sync' | 'restorers'>): BoundCall[] {
  const trash = createTrash(services);
  return [
    bind(calls.page, ({ actor, input }) => trash.page(actor, input)),
    bind(calls.restore, async ({ actor, input }) => {
      await restoreFromTrash(services, actor, input);
      return {};
    }),
    bind(calls.erase, async ({ actor, input }) => {
      await trash.erase(actor, input);
      return {};
    }),
    bind(calls.empty, ({ actor, input }) => trash.empty(actor, input)),
  ];
}
