/** Checks of changes of sharing. */
import type { SyncTransaction } from '../sync/store';
import { refusal } from './refusals';

type Parties<Field extends string> = { [F in Field]?: readonly string[] | undefined };

/**
 * Refuses departments and people that were added by this change and are not in the organization, for example because
 * they were deleted while the device was offline. Earlier ones may stay, so that an unrelated change is not refused.
 * Throws DEPARTMENT_NOT_FOUND, USER_NOT_FOUND with the field.
 * @param before also the deleted document that the write restores; null for a new one
 * @param fields with ids of people, and of departments
 */
export async function refuseUnknownParties<U extends string, D extends string>(
  tx: Pick<SyncTransaction, 'list'>,
  before: Parties<U | D> | null,
  after: Parties<U | D>,
  fields: { users: U; departments: D },
): Promise<void> {
  const users = addedTo(before?.[fields.users], after[fields.users]);
  const departments = addedTo(before?.[fields.departments], after[fields.departments]);
  if (users.length + departments.length === 0) return;
  const people = new Map((await tx.list('people', { ids: [...users, ...departments] })).map((each) => [each.id, each]));
  if (departments.some((id) => people.get(id)?.kind !== 'department'))
    throw refusal('DEPARTMENT_NOT_FOUND', fields.departments);
  if (users.some((id) => people.get(id)?.kind !== 'member')) throw refusal('USER_NOT_FOUND', fields.users);
}

/** The fields of a document that name whom it is shared with. */
export const SHARED_WITH = { users: 'shareUserIds', departments: 'shareDepartmentIds' } as const;

/** Values of `after` that `before` lacks. */
export function addedTo(before: readonly string[] | undefined, after: readonly string[] | undefined): string[] {
  // a push may hold very long lists
  const had = new Set(before);
  return (after ?? []).filter((id) => !had.has(id));
}

const OPENNESS = { private: 0, project: 1, team: 2, public: 2 } as const;

/**
 * Whether a change of the range shows a note or meeting to more people, or to other ones. Such a change requires the right
 * to add to the project: a person who lost that right may only restrict the sharing.
 */
export const isOpened = (before: { shareRange: keyof typeof OPENNESS }, after: typeof before): boolean =>
  after.shareRange !== before.shareRange && OPENNESS[after.shareRange] >= OPENNESS[before.shareRange];
