/** Gadgets: the company's, changed by their creator. */
import { spaceOf } from '../../../sync/model/ids';
import type { PushPolicy } from '../../sync/store';
import { onlyChanges, refusal, startsWith } from '../refusals';

export const gadgetPolicy: PushPolicy<'gadgets'> = {
  collection: 'gadgets',
  async check({ actor, before, after, changed }) {
    if (before && before.creatorId !== actor.userId) throw refusal('NO_PERMISSION');
    if (!after) return;
    if (after.space !== spaceOf('company', actor.companyId)) throw refusal('DOCUMENT_INVALID', 'space');
    if (before) return onlyChanges(changed, ['title'], 'NO_PERMISSION');
    startsWith(after, { creatorId: actor.userId });
  },
};
