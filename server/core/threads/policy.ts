/** Policy of threads: chats, researches, articles and tasks. */
import type { PushPolicy } from '../../sync/store';
import { onlyChanges, refusal } from '../refusals';

/** The server creates threads; their creator renames, moves, shares and deletes them. */
export const threadPolicy: PushPolicy<'threads'> = {
  collection: 'threads',
  async check({ actor, before, after, changed, role }) {
    if (!before) throw refusal('NO_PERMISSION', undefined, 'only the server creates threads');
    const creator = before.creatorId === actor.userId;
    if (!after) {
      if (!creator && role !== 'owner') throw refusal('NO_PERMISSION');
      return;
    }
    if (!creator) throw refusal('NO_PERMISSION');
    onlyChanges(changed, ['title', 'shareRange'], 'NO_PERMISSION');
  },
};
