/** Updates the access to a project and its documents after a change of the project's members. */
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { placements } from '../placements';
import { setProjectAccess } from './access';
import type { Directory } from './directory';

/** Sets the members of a project's space, and of the spaces of its documents that inherit from it. */
export async function placeProject(
  tx: SyncTransaction,
  project: StoredDoc<'projects'>,
  directory?: Directory,
): Promise<void> {
  await setProjectAccess(tx, project, directory);
  for (const placement of placements) await placement.ofProject?.(tx, project.id, directory);
}

/** Places a restored project and its documents. */
export async function placeRestoredProject(tx: SyncTransaction, project: StoredDoc<'projects'>): Promise<void> {
  await placeProject(tx, project);
  for (const placement of placements) await placement.ofRestoredProject?.(tx, project.id);
}
