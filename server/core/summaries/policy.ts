/** Push policy of summaries: the server creates them, people edit their text. */
import type { PushPolicy } from '../../sync/store';
import type { Platform } from '../../platform/context';
import { onlyChanges, refusal } from '../refusals';

export const summaryPolicy = ({ clock }: Pick<Platform, 'clock'>): PushPolicy<'summaries'> => ({
  collection: 'summaries',
  async check({ before, after, changed }) {
    if (!before || !after) throw refusal('NO_PERMISSION', undefined, 'only the server creates summaries');
    onlyChanges(changed, ['content'], 'NO_PERMISSION');
  },
  async apply({ actor, tx, before, after, changed }) {
    if (before && after && changed.includes('content'))
      await tx.put('summaries', after.id, {
        editedBy: actor.userId,
        editedAt: Math.max(clock.now(), before.generatedAt + 1),
      });
  },
});
