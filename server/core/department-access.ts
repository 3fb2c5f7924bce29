/**
 * Recomputes the access to documents that are shared with departments, after departments or their members changed.
 */
import { parseSpace } from '../../sync/model/ids';
import { placeMeeting } from './meetings/placement';
import { meansAny, setProjectAccess } from './projects/access';
import { loadDirectory, withNested } from './projects/directory';
import type { SyncTransaction } from '../sync/store';

/**
 * Call it in the transaction that changed the people, after `people` holds the change.
 * @param departmentIds the changed departments: those whose members changed, and for a moved or deleted one its former parent, too;
 *   'all' when in doubt
 */
export async function refreshAccessForDepartments(
  tx: SyncTransaction,
  departmentIds: readonly string[] | 'all',
): Promise<void> {
  const directory = await loadDirectory(tx);
  // A department above a changed one means its people, too: meansAny looks below the ids of a project, so the changed ones suffice.
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
  }
  for (const meeting of await tx.list('meetings', { where: {} })) {
    if (
      parseSpace(meeting.space).kind === 'meeting' &&
      (renewed.has(meeting.projectId) || concerned(meeting.shareDepartmentIds))
    )
      await placeMeeting(tx, meeting, directory);
  }
}
