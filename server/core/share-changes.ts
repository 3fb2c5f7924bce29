/** Checks of a change of sharing. */
import type { SyncTransaction } from '../sync/store';
import { refusal } from './refusals';

/**
 * Refuses departments and people that were added by this change and are not in the organization, for example because
 * they were deleted while the device was offline. Those of before may stay: an unrelated change is not refused.
 */
export async function refuseUnknownParties(
  tx: Pick<SyncTransaction, 'list'>,
  added: { userIds: readonly string[]; departmentIds: readonly string[] },
  fields: { users: string; departments: string },
): Promise<void> {
  const ids = [...added.userIds, ...added.departmentIds];
  if (ids.length === 0) return;
  const people = new Map((await tx.list('people', { ids })).map((person) => [person.id, person]));
  if (added.departmentIds.some((id) => people.get(id)?.kind !== 'department'))
    throw refusal('DEPARTMENT_NOT_FOUND', fields.departments);
  if (added.userIds.some((id) => people.get(id)?.kind !== 'member')) throw refusal('USER_NOT_FOUND', fields.users);
}

/** Values of `after` that `before` lacks. */
export function addedTo(before: readonly string[] | undefined, after: readonly string[] | undefined): string[] {
  // a push may hold very long lists
  const had = new Set(before);
  return (after ?? []).filter((id) => !had.has(id));
}
