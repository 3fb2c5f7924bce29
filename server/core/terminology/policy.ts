/** Policy of a company's terms. */
import { spaceOf } from '../../../sync/model/ids';
import type { PushPolicy } from '../../sync/store';
import { onlyChanges, refusal, startsWith } from '../refusals';

/** All members of the company may edit its terms (workspace 1). */
export const termPolicy: PushPolicy<'terms'> = {
  collection: 'terms',
  async check({ actor, tx, before, after, changed }) {
    if (!after) return;
    if (after.space !== spaceOf('company', actor.companyId)) throw refusal('DOCUMENT_INVALID', 'space');
    if (before) onlyChanges(changed, ['term', 'definition'], 'NO_PERMISSION');
    else startsWith(after, { source: 'MANUAL', matchCount: 0, creatorId: actor.userId });
    if (!before || changed.includes('term')) {
      const same = await tx.list('terms', { where: { term: after.term } });
      if (same.some((other) => other.id !== after.id)) throw refusal('TERM_DUPLICATED', 'term');
    }
  },
};
