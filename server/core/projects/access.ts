/**
 * Members of a project: its owner, its contributors, and the people it is shared with. A department includes its people
 * and those of its descendants. Recomputed after each change of the sharing, the contributors or a department.
 */
import type { Role } from '../../../sync/model/kind';
import { spaceOf } from '../../../sync/model/ids';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Member, SyncTransaction } from '../../sync/store';
import { expandPeople, loadDirectory, withNested, type Directory } from './directory';

export interface Access {
  members: Member[];
  /** the role of every active member of the company, null for none */
  everyone: Role | null;
}

type Shared = Pick<
  Project,
  'ownerId' | 'contributorUserIds' | 'contributorDepartmentIds' | 'shareRange' | 'shareUserIds' | 'shareDepartmentIds'
>;

const RANK: Record<Role, number> = { viewer: 1, contributor: 2, owner: 3 };

/** Keeps the highest role of each person. */
export function greatest(members: Iterable<Member>): Member[] {
  const roles = new Map<string, Role>();
  for (const { userId, role } of members)
    if (RANK[role] > RANK[roles.get(userId) ?? 'viewer'] || !roles.has(userId)) roles.set(userId, role);
  return [...roles].map(([userId, role]) => ({ userId, role }));
}

/** The members of a project with these settings. */
export function expandAccess(directory: Directory, project: Shared): Access {
  const contributors = expandPeople(directory, project.contributorUserIds, project.contributorDepartmentIds);
  const viewers =
    project.shareRange === 'team'
      ? expandPeople(directory, [], project.shareDepartmentIds)
      : project.shareRange === 'customize'
        ? expandPeople(directory, project.shareUserIds, project.shareDepartmentIds)
        : new Set<string>();
  return {
    members: greatest([
      { userId: project.ownerId, role: 'owner' as const },
      ...[...contributors].map((userId) => ({ userId, role: 'contributor' as const })),
      ...[...viewers].map((userId) => ({ userId, role: 'viewer' as const })),
    ]),
    everyone: project.shareRange === 'company' ? 'viewer' : null,
  };
}

/** Sets the members of a project's space; creates the space if it is missing. */
export async function setProjectAccess(
  tx: SyncTransaction,
  project: Shared & { id: string },
  directory?: Directory,
): Promise<Access> {
  const access = expandAccess(directory ?? (await loadDirectory(tx)), project);
  await tx.setAccess(spaceOf('project', project.id), access);
  return access;
}

/** Whether the ids include any of these departments or one of their ancestors. */
export const meansAny = (directory: Directory, ids: readonly string[], departments: ReadonlySet<string>): boolean =>
  ids.length > 0 && [...withNested(directory, ids)].some((id) => departments.has(id));
