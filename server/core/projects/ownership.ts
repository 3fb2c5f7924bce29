/** Passes the projects of a leaving member to the heir. */
import { LIMITS } from '../../../sync/model/limits';
import { graphemeLength, truncate } from '../../../sync/model/text';
import { notify } from '../../shared/notify';
import { placeMeetingsOfProject } from '../meetings/placement';
import { placeNotesOfProject } from '../notes/placement';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { setProjectAccess } from './access';

export async function transferProjects(
  tx: SyncTransaction,
  leaver: { userId: string; name: string },
  heirId: string,
): Promise<{ projects: number }> {
  const projects = await tx.list('projects', { where: { ownerId: leaver.userId } });
  for (const project of projects) await transferProject(tx, project, leaver.name, heirId);
  return { projects: projects.length };
}

/**
 * The next owner of a leaving member's note or meeting: the owner of its project, unless the document is private or in
 * no project; otherwise the heir. Projects are transferred first.
 */
export async function nextOwner(
  tx: SyncTransaction,
  doc: { projectId: string; shareRange: string },
  heirId: string,
): Promise<string> {
  const project = doc.projectId && doc.shareRange !== 'private' ? await tx.get('projects', doc.projectId) : null;
  return project?.ownerId ?? heirId;
}

/** Gives a project to another member. Its former owner stays as a contributor. */
export async function giveProject(
  tx: SyncTransaction,
  actorId: string,
  project: StoredDoc<'projects'>,
  userId: string,
): Promise<void> {
  const former = (await tx.get('people', project.ownerId))?.name ?? '';
  const after = await tx.put('projects', project.id, {
    ownerId: userId,
    title: await freeTitle(tx, project, former, userId),
    contributorUserIds: [...new Set([...project.contributorUserIds.filter((id) => id !== userId), project.ownerId])],
    shareUserIds: project.shareUserIds.filter((id) => id !== userId),
  });
  await setProjectAccess(tx, after);
  await placeMeetingsOfProject(tx, project.id);
  await placeNotesOfProject(tx, project.id);
  await notify(tx, {
    kind: 'projectShared',
    userId,
    actorId,
    params: { title: after.title },
    link: `/project/${project.id}`,
    subjectId: project.id,
    isGrouped: true,
  });
}

async function transferProject(
  tx: SyncTransaction,
  project: StoredDoc<'projects'>,
  leaver: string,
  heirId: string,
): Promise<void> {
  const after = await tx.put('projects', project.id, {
    ownerId: heirId,
    title: await freeTitle(tx, project, leaver, heirId),
    contributorUserIds: project.contributorUserIds.filter((id) => id !== heirId),
  });
  await setProjectAccess(tx, after);
  await placeMeetingsOfProject(tx, project.id);
  await placeNotesOfProject(tx, project.id);
}

/**
 * Titles are unique among the projects of one owner: a taken title gets a name appended (the former owner's, '' for
 * none), and if necessary a number.
 */
export async function freeTitle(
  tx: Pick<SyncTransaction, 'list'>,
  project: Pick<StoredDoc<'projects'>, 'id' | 'title'>,
  name: string,
  heirId: string,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const words = [name, attempt === 2 && name ? '' : String(attempt - (name ? 1 : 0))].filter(Boolean).join(' ');
    const suffix = attempt === 1 ? '' : ` (${words})`;
    const title = `${truncate(project.title, LIMITS.projectTitle.max - graphemeLength(suffix))}${suffix}`;
    if ((await tx.list('projects', { where: { ownerId: heirId, title } })).every((other) => other.id === project.id))
      return title;
  }
}
