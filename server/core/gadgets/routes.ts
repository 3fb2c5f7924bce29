/** Gadgets as calls. */
import { newId, spaceOf } from '../../../sync/model/ids';
import { bind, type BoundCall } from '../../platform/http/feature';
import { changeDoc, visibleOr } from '../change';
import type { CoreServices } from '../context';
import { gadgetCalls as calls } from './contract';
import { gadgetPolicy } from './policy';

export const gadgetRoutes = ({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>): BoundCall[] => [
  bind(calls.create, async ({ actor, input }) => {
    const now = platform.clock.now();
    const id = newId(now);
    await sync.write(actor.companyId, (tx) =>
      changeDoc(tx, actor, gadgetPolicy, id, {
        space: spaceOf('company', actor.companyId),
        title: input.title,
        creatorId: actor.userId,
        createdAt: now,
      }),
    );
    return visibleOr(sync, actor, 'gadgets', id, 'NO_DATA');
  }),
];
