/** Transfers the projects of a leaving member to the heir. */
import { LIMITS } from '../../../sync/model/limits';
import { graphemeLength, truncate } from '../../../sync/model/text';
import { notify } from '../../shared/notify';
import type { Platform } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { recordChange } from '../project-history/record';
import { placeProject } from './placement';

type Database = Pick<Platform, 'db'>;

export async function transferProjects(
  database: Database,
  tx: SyncTransaction,
  leaver: { userId: string; name: string },
  heirId: string,
): Promise<{ projects: number }> {
  const projects = await tx.list('projects', { where: { ownerId: leaver.userId } });
  for (const project of projects) {
    const after = await tx.put('projects', project.id, {
      ...ownedBy(project, heirId),
      title: await freeTitle(tx, project, leaver.name, heirId),
    });
    await placeProject(tx, after);
    await recordChange(database, tx, leaver.userId, 'projects', project, after);
  }
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

/** The project's sharing without its new owner; private if it was shared with chosen people and none remains. */
function ownedBy(project: StoredDoc<'projects'>, ownerId: string) {
  const [contributorUserIds, shareUserIds] = [project.contributorUserIds, project.shareUserIds].map((ids) =>
    ids.filter((id) => id !== ownerId),
  ) as [string[], string[]];
  const isEmpty = shareUserIds.length + project.shareDepartmentIds.length === 0;
  const shareRange = project.shareRange === 'customize' && isEmpty ? ('private' as const) : project.shareRange;
  return { ownerId, contributorUserIds, shareUserIds, shareRange };
}

/** Transfers a project to another member. The former owner becomes a contributor. */
export async function giveProject(
  database: Database,
  tx: SyncTransaction,
  actorId: string,
  project: StoredDoc<'projects'>,
  userId: string,
): Promise<void> {
  const former = (await tx.get('people', project.ownerId))?.name ?? '';
  const owned = ownedBy(project, userId);
  const after = await tx.put('projects', project.id, {
    ...owned,
    title: await freeTitle(tx, project, former, userId),
    contributorUserIds: [...new Set([...owned.contributorUserIds, project.ownerId])],
  });
  await placeProject(tx, after);
  await recordChange(database, tx, actorId, 'projects', project, after);
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

/**
 * Titles are unique among the projects of one owner: to a taken title, the name of the former owner is appended ('' for
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
