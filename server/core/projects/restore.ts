/** Restores projects, files and links from the trash. */
import { spaceOf } from '../../../sync/model/ids';
import type { Restoring } from '../../shared/trash';
import { mayAdd, restored } from '../trash/restoring';
import { moveItemTexts } from './item-policy';
import { freeTitle } from './ownership';
import { placeRestoredProject } from './placement';

/** Restores a project with its contents; changes its title if another project of the owner has it now. */
export async function restoreProject({ tx, id }: Restoring): Promise<void> {
  const project = await restored(tx, 'projects', id);
  const title = await freeTitle(tx, project, '', project.ownerId);
  await placeRestoredProject(tx, title === project.title ? project : await tx.put('projects', id, { title }));
}

/** Restores a file or link, with its text and pages, into its project or another one. */
export async function restoreItem({ tx, actor, id, projectId: given }: Restoring): Promise<void> {
  const item = await restored(tx, 'projectItems', id);
  const projectId = given ?? item.projectId;
  await mayAdd(tx, actor, projectId);
  if (projectId !== item.projectId)
    await moveItemTexts(tx, await tx.put('projectItems', id, { projectId, space: spaceOf('project', projectId) }));
}
