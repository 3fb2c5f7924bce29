/** Restores a document from the trash, as the manifest of its feature says. */
import { spaceOf } from '../../../sync/model/ids';
import type { TrashKind } from '../../../sync/model/kinds';
import type { ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import type { SyncTransaction } from '../../sync/store';
import type { CoreServices } from '../context';
import { hasHistory, recordChange } from '../project-history/record';
import type { trashCalls } from './contract';
import { findEntry, type FoundEntry } from './entries';
import { mayAdd } from './restoring';

export async function restoreFromTrash(
  { platform, sync, restorers }: Pick<CoreServices, 'platform' | 'sync' | 'restorers'>,
  actor: Actor,
  { kind, id, projectId }: ParsedInput<typeof trashCalls.restore>,
): Promise<void> {
  await sync.write(actor.companyId, async (tx) => {
    // restored meanwhile, by an edit or another device
    if (await isLive(tx, actor, kind, id)) return;
    const restore = restorers[kind];
    const found = await findEntry(platform, actor, kind, id);
    if (!found || !restore) throw new CallError('TRASH_NOT_FOUND');
    if (projectId && projectId !== found.projectId && !found.isOwn) await mayMoveForOthers(tx, found, projectId);
    if (projectId) await mayAdd(tx, actor, projectId);
    await restore({ platform, tx, actor, id, projectId });
    if (hasHistory(kind)) await recordChange(platform, tx, actor.userId, kind, null, await tx.get(kind, id));
  });
}

async function isLive(tx: SyncTransaction, actor: Actor, kind: TrashKind, id: string): Promise<boolean> {
  const doc = await tx.get(kind, id);
  return doc !== null && (await tx.roleIn(doc.space, actor.userId)) !== null;
}

/**
 * Throws NO_PERMISSION unless the document's project is gone and its creator can read the other one: only a creator may move
 * a document otherwise.
 */
async function mayMoveForOthers(tx: SyncTransaction, found: FoundEntry, projectId: string): Promise<void> {
  if (
    (await tx.get('projects', found.projectId)) ||
    (await tx.roleIn(spaceOf('project', projectId), found.creatorId)) === null
  )
    throw new CallError('NO_PERMISSION');
}
