/**
 * Determines the space of a meeting, and its members.
 *
 *   in a project, for its members        project:<project>
 *   everything else                      meeting:<id>: its creator and the chosen people; unless it is private, also the
 *                                        organization or the members of its project
 *
 * The meeting's transcript, summary and note are in the same space and move with it.
 */
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { parseSpace, spaceOf } from '../../../sync/model/ids';
import { moveContents } from '../contents';
import { itemAccess } from '../item-access';
import { itemPlacement, type Placement } from '../placement';
import type { Access } from '../projects/access';
import { loadDirectory, type Directory } from '../projects/directory';
import type { SyncTransaction } from '../../sync/store';

type Placed = Pick<
  Meeting,
  'id' | 'space' | 'projectId' | 'creatorId' | 'shareRange' | 'shareUserIds' | 'shareDepartmentIds'
>;

export function spaceOfMeeting(meeting: Omit<Placed, 'space'>): string {
  const chosen = meeting.shareUserIds.length > 0 || meeting.shareDepartmentIds.length > 0;
  return meeting.projectId !== '' && meeting.shareRange === 'project' && !chosen
    ? spaceOf('project', meeting.projectId)
    : spaceOf('meeting', meeting.id);
}

/** The members of a meeting's own space. */
const ownAccess = (tx: SyncTransaction, meeting: Placed, directory: Directory): Promise<Access> =>
  itemAccess(
    tx,
    {
      projectId: meeting.projectId,
      creatorId: meeting.creatorId,
      isPrivate: meeting.shareRange === 'private',
      isForEveryone: meeting.shareRange === 'team' || meeting.shareRange === 'public',
      userIds: meeting.shareUserIds,
      departmentIds: meeting.shareDepartmentIds,
    },
    directory,
  );

/** Moves a meeting into the space that its settings determine and sets the space's members. Returns the space. */
export async function placeMeeting(tx: SyncTransaction, meeting: Placed, directory?: Directory): Promise<string> {
  const space = spaceOfMeeting(meeting);
  if (parseSpace(space).kind === 'meeting')
    await tx.setAccess(space, await ownAccess(tx, meeting, directory ?? (await loadDirectory(tx))));
  if (space !== meeting.space) await tx.put('meetings', meeting.id, { space });
  await moveContents(tx, 'meetings', meeting.id, space);
  return space;
}

const { ofProject, ofRestoredProject } = itemPlacement(
  (tx, projectId) => tx.list('meetings', { where: { projectId } }),
  'meeting',
  spaceOfMeeting,
  placeMeeting,
);

export const meetingPlacement: Placement = {
  ofProject,
  /** Returns meetings that the deletion took out of the project, except those that are in another project now. */
  async ofRestoredProject(tx, projectId) {
    await ofRestoredProject(tx, projectId);
    const detached = await tx.list('meetings', { ids: await tx.detachedFrom('projects', projectId) });
    await moveIntoProject(
      tx,
      detached.filter((meeting) => meeting.projectId === ''),
      projectId,
    );
  },
  /** Private meetings and those with their own sharing are taken out of the project, until it is restored. */
  async ofDeletedProject(tx, projectId) {
    const space = spaceOf('project', projectId);
    const outliving = (await tx.list('meetings', { where: { projectId } })).filter(
      (meeting) => meeting.space !== space,
    );
    await moveIntoProject(tx, outliving, '');
    return outliving.map(({ id }) => id);
  },
  async ofDepartments(tx, { directory, projectIds, concerns }) {
    for (const meeting of await tx.list('meetings', { where: {} }))
      if (hasOwnSpace(meeting) && !projectIds.has(meeting.projectId) && concerns(meeting.shareDepartmentIds))
        await placeMeeting(tx, meeting, directory);
  },
};

const hasOwnSpace = ({ space }: Pick<Meeting, 'space'>): boolean => parseSpace(space).kind === 'meeting';

/** @param projectId '' for no project */
async function moveIntoProject(
  tx: SyncTransaction,
  meetings: readonly { id: string }[],
  projectId: string,
): Promise<void> {
  if (meetings.length === 0) return;
  const directory = await loadDirectory(tx);
  for (const { id } of meetings) await placeMeeting(tx, await tx.put('meetings', id, { projectId }), directory);
}
