/**
 * Policy of project items other than notes and meetings: contributors add and remove them; only the server creates
 * files and connectors.
 */
import { spaceOf } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { PushPolicy, SyncTransaction } from '../../sync/store';
import { onlyChanges, refusal } from '../refusals';

async function mayContribute(tx: SyncTransaction, userId: string, projectId: string): Promise<void> {
  const role = await tx.roleIn(spaceOf('project', projectId), userId);
  if (!role || !(await tx.get('projects', projectId))) throw new CallError('PROJECT_NOT_FOUND');
  if (role === 'viewer') throw refusal('NO_PERMISSION');
}

export const projectItemPolicy: PushPolicy<'projectItems'> = {
  collection: 'projectItems',
  async check({ actor, tx, before, after, changed }) {
    const item = after ?? before;
    if (!item) return;
    await mayContribute(tx, actor.userId, (before ?? item).projectId);
    if (!after) return;
    if (after.space !== spaceOf('project', after.projectId)) throw refusal('DOCUMENT_INVALID', 'space');
    if (before) {
      onlyChanges(changed, ['title', 'projectId', 'space'], 'NO_PERMISSION');
      if (changed.includes('projectId')) await mayContribute(tx, actor.userId, after.projectId);
      return;
    }
    if (after.addedBy !== actor.userId) throw refusal('NO_PERMISSION', 'addedBy');
    if (after.itemType === 'file' || after.itemType === 'connector')
      throw refusal('NO_PERMISSION', 'itemType', 'only the server creates files and connectors');
    if (after.parseStatus !== 'waiting' && after.parseStatus !== 'notParsed')
      throw refusal('NO_PERMISSION', 'parseStatus');
  },
};
