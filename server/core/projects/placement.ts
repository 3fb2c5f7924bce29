/** Updates who sees a project and what is in it, after a change of its access. */
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { placeMeeting, placeMeetingsOfProject } from '../meetings/placement';
import { placeNotesOfProject } from '../notes/placement';
import { setProjectAccess } from './access';
import { loadDirectory } from './directory';

/** Sets the members of a project's space, and of the spaces of its notes and meetings, which inherit from it. */
export async function placeProject(tx: SyncTransaction, project: StoredDoc<'projects'>): Promise<void> {
  await setProjectAccess(tx, project);
  await placeMeetingsOfProject(tx, project.id);
  await placeNotesOfProject(tx, project.id);
}

/** Places a restored project, and puts the meetings back that stayed outside it, unless they are in another one by now. */
export async function placeRestoredProject(tx: SyncTransaction, project: StoredDoc<'projects'>): Promise<void> {
  await placeProject(tx, project);
  const ids = await tx.detachedFrom('projects', project.id);
  const outside = (await tx.list('meetings', { ids })).filter(({ projectId }) => projectId === '');
  if (outside.length === 0) return;
  const directory = await loadDirectory(tx);
  for (const { id } of outside)
    await placeMeeting(tx, await tx.put('meetings', id, { projectId: project.id }), directory);
}
