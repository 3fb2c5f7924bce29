/** The common part of the restorers of features. */
import type { TrashKind } from '../../../sync/model/kinds';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { ableOr } from '../change';

/** Restores a document with what was deleted with it, as they were. Throws TRASH_NOT_FOUND if it is erased. */
export async function restored<N extends TrashKind>(tx: SyncTransaction, kind: N, id: string): Promise<StoredDoc<N>> {
  const doc = await tx.restore(kind, id);
  if (!doc) throw new CallError('TRASH_NOT_FOUND');
  return doc;
}

/** Requires a project into which this person may put notes and meetings. */
export const mayAdd = (tx: SyncTransaction, actor: Actor, projectId: string) =>
  ableOr(tx, actor, 'projects', projectId, 'addNote', { missing: 'PROJECT_NOT_FOUND' });

/** Whether this person may still add to the former project; otherwise a restore requires another one. */
export async function couldAdd(tx: SyncTransaction, actor: Actor, projectId: string): Promise<boolean> {
  try {
    await mayAdd(tx, actor, projectId);
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}
