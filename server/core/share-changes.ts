/** Checks of a change of sharing, and the notifications of people who gained access by it. */
import type { SyncTransaction } from '../sync/store';
import type { KindName } from '../../sync/model/kinds';
import { notify } from '../shared/notify';
import { refusal } from './refusals';

/**
 * Above this number nobody is notified: like sharing with the whole organization, it is an announcement, and one
 * transaction must not write thousands of notifications while it holds the company's clock.
 */
const MOST_NOTIFIED = 200;

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
export const addedTo = (before: readonly string[] | undefined, after: readonly string[] | undefined): string[] =>
  (after ?? []).filter((id) => !(before ?? []).includes(id));

export interface ShareNotice {
  kind: 'projectShared' | 'noteShared' | 'meetingShared';
  collection: KindName;
  id: string;
  title: string;
  link: string;
  actorId: string;
}

/** Notifies those who can see the document by name now and could not before. Not the person who shared it. */
export async function notifyNewReaders(
  tx: SyncTransaction,
  readersBefore: ReadonlySet<string>,
  space: string,
  notice: ShareNotice,
): Promise<void> {
  const gained = (await tx.members(space))
    .map(({ userId }) => userId)
    .filter((userId) => userId !== notice.actorId && !readersBefore.has(userId));
  if (gained.length === 0 || gained.length > MOST_NOTIFIED) return;
  const now = (await tx.get(notice.collection, notice.id))?.updatedAt;
  if (now === undefined) return;
  for (const userId of gained)
    await notify(
      tx,
      { userId, kind: notice.kind, params: { title: notice.title }, link: notice.link, subjectId: notice.id },
      now,
    );
}

/** The people who were granted a space by name. */
export const readersOf = async (tx: SyncTransaction, space: string): Promise<Set<string>> =>
  new Set((await tx.members(space)).map(({ userId }) => userId));
