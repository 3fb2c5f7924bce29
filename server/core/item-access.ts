/**
 * Members of a note's or meeting's own space: its creator, the chosen people, and unless it is private the people of its
 * project, and everybody if it is shared with the organization.
 */
import { expandAccess, greatest, type Access } from './projects/access';
import { expandPeople, loadDirectory, type Directory } from './projects/directory';
import type { SyncTransaction } from '../sync/store';

export interface SharedItem {
  /** '' for none */
  projectId: string;
  creatorId: string;
  isPrivate: boolean;
  isForEveryone: boolean;
  userIds: readonly string[];
  departmentIds: readonly string[];
}

/** @param given the directory of the company; loaded if absent */
export async function itemAccess(tx: SyncTransaction, item: SharedItem, given?: Directory): Promise<Access> {
  const directory = given ?? (await loadDirectory(tx));
  const project = item.projectId && !item.isPrivate ? await tx.get('projects', item.projectId) : null;
  const inherited = project ? expandAccess(directory, project) : { members: [], everyone: null };
  return {
    members: greatest([
      ...inherited.members,
      { userId: item.creatorId, role: 'owner' as const },
      ...[...expandPeople(directory, item.userIds, item.departmentIds)].map((userId) => ({
        userId,
        role: 'viewer' as const,
      })),
    ]),
    everyone: item.isForEveryone ? 'viewer' : inherited.everyone,
  };
}
