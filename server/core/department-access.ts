/**
 * Recomputes the access to documents that are shared with departments after a department or its members have changed.
 */
import { placements } from './placements';
import { meansAny } from './projects/access';
import { loadDirectory, withNested } from './projects/directory';
import { placeProject } from './projects/placement';
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
  const concerns = (ids: readonly string[]): boolean =>
    ids.length > 0 && (changed === null || ids.some((id) => changed.has(id)) || meansAny(directory, [...ids], changed));
  const projectIds = new Set<string>();
  for (const project of await tx.list('projects', { where: {} })) {
    if (!concerns([...project.contributorDepartmentIds, ...project.shareDepartmentIds])) continue;
    await placeProject(tx, project, directory);
    projectIds.add(project.id);
  }
  for (const placement of placements) await placement.ofDepartments?.(tx, { directory, projectIds, concerns });
}
