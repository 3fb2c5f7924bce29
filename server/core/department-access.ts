/**
 * Recomputes the access to documents that are shared with departments after a department or its members have changed.
 */
import { parseSpace } from '../../sync/model/ids';
import { placeAgent } from './agents/publishing';
import { placeThreadsOfProject } from './chat/placement';
import { placeMeeting } from './meetings/placement';
import { placeNotesOfProject } from './notes/placement';
import { meansAny, setProjectAccess } from './projects/access';
import { loadDirectory, withNested } from './projects/directory';
import type { SyncTransaction } from '../sync/store';

/**
 * Call it in the transaction of the change, after `people` has been updated.
 * @param departmentIds the changed departments: those whose members changed, and for a moved or deleted department also
 * its former parent;
 *   'all' if unknown
 */
export async function refreshAccessForDepartments(
  tx: SyncTransaction,
  departmentIds: readonly string[] | 'all',
): Promise<void> {
  const directory = await loadDirectory(tx);
  // Sharing with an ancestor of a changed department includes its people. meansAny resolves the descendants of a
  // project's ids, so the changed ids suffice.
  const changed = departmentIds === 'all' ? null : withNested(directory, departmentIds);
  const concerned = (...lists: string[][]): boolean => {
    const ids = lists.flat();
    return (
      ids.length > 0 && (changed === null || ids.some((id) => changed.has(id)) || meansAny(directory, ids, changed))
    );
  };
  const renewed = new Set<string>();
  for (const project of await tx.list('projects', { where: {} })) {
    if (!concerned(project.contributorDepartmentIds, project.shareDepartmentIds)) continue;
    await setProjectAccess(tx, project, directory);
    renewed.add(project.id);
    await placeNotesOfProject(tx, project.id, directory);
    await placeThreadsOfProject(tx, project.id, directory);
  }
  for (const meeting of await tx.list('meetings', { where: {} })) {
    if (
      parseSpace(meeting.space).kind === 'meeting' &&
      (renewed.has(meeting.projectId) || concerned(meeting.shareDepartmentIds))
    )
      await placeMeeting(tx, meeting, directory);
  }
  for (const agent of await tx.list('agents', { where: {} }))
    if (agent.audience === 'departments' && concerned(agent.departmentIds)) await placeAgent(tx, agent, directory);
}
