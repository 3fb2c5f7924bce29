/**
 * In which space a meeting lives, and who sees it there.
 *
 *   in a project, for its members        project:<project>
 *   everything else                      meeting:<id>: only its creator, or with the organization, chosen people, and (unless it is
 *                                        private) the people of its project
 *
 * Its transcript, summary and note live where it lives and follow it.
 */
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { parseSpace, spaceOf } from '../../../sync/model/ids';
import { childrenOf } from '../../../sync/model/kinds';
import { expandAccess, greatest, type Access } from '../projects/access';
import { expandPeople, loadDirectory, type Directory } from '../projects/directory';
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

/** Who sees a meeting that has a space of its own. */
async function ownAccess(tx: SyncTransaction, meeting: Placed, directory: Directory): Promise<Access> {
  const project =
    meeting.projectId && meeting.shareRange !== 'private' ? await tx.get('projects', meeting.projectId) : null;
  const inherited = project ? expandAccess(directory, project) : { members: [], everyone: null };
  const chosen =
    meeting.shareRange === 'private' ? [] : expandPeople(directory, meeting.shareUserIds, meeting.shareDepartmentIds);
  return {
    members: greatest([
      ...inherited.members,
      { userId: meeting.creatorId, role: 'owner' as const },
      ...[...chosen].map((userId) => ({ userId, role: 'viewer' as const })),
    ]),
    everyone: meeting.shareRange === 'team' || meeting.shareRange === 'public' ? 'viewer' : inherited.everyone,
  };
}

/** Moves a meeting to where its settings put it and sets who sees it there. Gives its space. */
export async function placeMeeting(tx: SyncTransaction, meeting: Placed, directory?: Directory): Promise<string> {
  const space = spaceOfMeeting(meeting);
  if (parseSpace(space).kind === 'meeting')
    await tx.setAccess(space, await ownAccess(tx, meeting, directory ?? (await loadDirectory(tx))));
  if (space !== meeting.space) await tx.put('meetings', meeting.id, { space });
  await moveContents(tx, meeting.id, space);
  return space;
}

/** What belongs to a meeting follows it. */
async function moveContents(tx: SyncTransaction, meetingId: string, space: string): Promise<void> {
  for (const [kind, id] of childrenOf('meetings', meetingId)) {
    const child = await tx.get(kind, id);
    if (child && child.space !== space) await tx.put(kind, id, { space });
  }
}

/** After a project's access changed: its meetings with a space of their own inherit from it. */
export async function placeMeetingsOfProject(tx: SyncTransaction, projectId: string): Promise<void> {
  const own = (await tx.list('meetings', { where: { projectId } })).filter(
    (m) => parseSpace(m.space).kind === 'meeting',
  );
  if (own.length === 0) return;
  const directory = await loadDirectory(tx);
  for (const meeting of own) await placeMeeting(tx, meeting, directory);
}

/** What belongs to a deleted meeting goes with it. Its recordings' bytes are kept for a while (uploads/purge.ts). */
export async function removeContents(tx: SyncTransaction, meetingId: string): Promise<void> {
  for (const [kind, id] of childrenOf('meetings', meetingId)) await tx.remove(kind, id);
}
