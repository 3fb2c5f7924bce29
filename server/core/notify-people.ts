/** Notifications of sharing, and of additions to a project. Call these functions in the transaction of the change. */
import { spaceOf } from '../../sync/model/ids';
import { notifyAll } from '../shared/notify';
import type { SyncTransaction } from '../sync/store';

/**
 * A change that concerns more people writes no notification: like sharing with the whole organization it is an announcement, and
 * one transaction must not write thousands of notifications while it holds the company's clock.
 */
export const RECIPIENTS_MAX = 200;

interface Shared {
  id: string;
  title: string;
  space: string;
}

/** The people of a space by name; none for one that does not exist. */
export const peopleOf = async (tx: SyncTransaction, space: string): Promise<Set<string>> =>
  new Set((await tx.spaceExists(space)) ? (await tx.members(space)).map(({ userId }) => userId) : []);

/** People of `space` who were not among `had`. */
async function gained(tx: SyncTransaction, space: string, had: ReadonlySet<string>): Promise<string[]> {
  const people = [...(await peopleOf(tx, space))].filter((userId) => !had.has(userId));
  return people.length > RECIPIENTS_MAX ? [] : people;
}

/** Notifies the people who can open a project now and could not before. */
export async function notifyOfProject(
  tx: SyncTransaction,
  actorId: string,
  { id, title, space }: Shared,
  had: ReadonlySet<string>,
): Promise<void> {
  await notifyAll(tx, await gained(tx, space, had), {
    kind: 'projectShared',
    actorId,
    params: { title },
    link: `/project/${id}`,
    subjectId: id,
    isGrouped: true,
  });
}

/** Notifies the people who can open a note or meeting now and could not before. */
export async function notifyOfItem(
  tx: SyncTransaction,
  actorId: string,
  { id, title, space, link, isMeeting }: Shared & { link: string; isMeeting: boolean },
  had: ReadonlySet<string>,
): Promise<void> {
  await notifyAll(tx, await gained(tx, space, had), {
    kind: isMeeting ? 'meetingShared' : 'noteShared',
    actorId,
    params: { title },
    link,
    subjectId: id,
    isGrouped: true,
  });
}

/** Notifies the owner and contributors of a project of an addition: one notification for all additions of a day. */
export async function notifyOfAddition(tx: SyncTransaction, actorId: string, projectId: string): Promise<void> {
  const project = projectId ? await tx.get('projects', projectId) : null;
  const space = spaceOf('project', projectId);
  if (!project || !(await tx.spaceExists(space))) return;
  const working = (await tx.members(space)).flatMap(({ userId, role }) => (role === 'viewer' ? [] : userId));
  if (working.length > RECIPIENTS_MAX) return;
  await notifyAll(tx, working, {
    kind: 'projectChanged',
    actorId,
    params: { title: project.title },
    link: `/project/${projectId}`,
    subjectId: projectId,
    isGrouped: true,
  });
}
