/** Collections whose features are thin so far: templates, terms, threads. */
import { spaceOf } from '../../sync/model/ids';
import type { PushPolicy } from '../sync/store';
import { onlyChanges, refusal, startsWith } from './refusals';

/** Custom templates are their creator's own; built-in ones are the server's. */
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

/** Terms are the company's, open to all its members (workspace 1). */
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

/** Chats, researches, articles and tasks begin on the server; their creator renames, moves, shares and deletes them. */
export const threadPolicy: PushPolicy<'threads'> = {
  collection: 'threads',
  async check({ actor, before, after, changed, role }) {
    if (!before) throw refusal('NO_PERMISSION', undefined, 'the server makes threads');
    const creator = before.creatorId === actor.userId;
    if (!after) {
      if (!creator && role !== 'owner') throw refusal('NO_PERMISSION');
      return;
    }
    if (!creator) throw refusal('NO_PERMISSION');
    onlyChanges(changed, ['title', 'shareRange'], 'NO_PERMISSION');
  },
};
