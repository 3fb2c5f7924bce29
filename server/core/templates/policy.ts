/** Policy of templates. */
import { spaceOf } from '../../../sync/model/ids';
import type { PushPolicy } from '../../sync/store';
import { onlyChanges, refusal, startsWith } from '../refusals';

/** Custom templates belong to their creator; built-in ones are read-only. */
export const templatePolicy: PushPolicy<'templates'> = {
  collection: 'templates',
  async check({ actor, before, after, changed }) {
    if (before && (before.builtIn || before.creatorId !== actor.userId)) throw refusal('NO_PERMISSION');
    if (!after) return;
    if (after.space !== spaceOf('person', actor.userId)) throw refusal('DOCUMENT_INVALID', 'space');
    if (before) return onlyChanges(changed, ['title', 'content', 'categoryId', 'langType'], 'NO_PERMISSION');
    startsWith(after, { builtIn: false, creatorId: actor.userId });
  },
};
