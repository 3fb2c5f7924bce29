/**
 * Determines the space of a chat by its share range, and the members of its own space.
 *
 *   private                    person:<creator>
 *   project                    project:<project>
 *   team, public               thread:<id>; members are the whole organization and the people of the project
 *
 * The child documents of a chat (questions, answers, canvases, a research) are in its space and move with it.
 */
import { parseSpace, spaceOf } from '../../../sync/model/ids';
import type { Thread } from '../../../sync/model/kinds/threads';
import type { SyncTransaction } from '../../sync/store';
import { moveContents } from '../contents';
import { itemAccess } from '../item-access';
import { itemPlacement, type Placement } from '../placement';
import type { Directory } from '../projects/directory';

type Placed = Pick<Thread, 'id' | 'space' | 'projectId' | 'creatorId' | 'shareRange'>;

export function spaceOfThread({ id, projectId, creatorId, shareRange }: Omit<Placed, 'space'>): string {
  if (shareRange === 'team' || shareRange === 'public') return spaceOf('thread', id);
  return shareRange === 'project' && projectId ? spaceOf('project', projectId) : spaceOf('person', creatorId);
}

/** Spaces that a push may name for a chat: a device with an older copy sends an earlier one. */
export const possibleSpaces = (thread: Omit<Placed, 'space'>): string[] => [
  spaceOf('person', thread.creatorId),
  spaceOf('project', thread.projectId),
  spaceOf('thread', thread.id),
];

/** Moves a chat and its child documents into its space, and sets the members of its own space. Returns the space. */
export async function placeThread(tx: SyncTransaction, thread: Placed, directory?: Directory): Promise<string> {
  const space = spaceOfThread(thread);
  if (parseSpace(space).kind === 'thread')
    await tx.setAccess(
      space,
      await itemAccess(
        tx,
        {
          projectId: thread.projectId,
          creatorId: thread.creatorId,
          isPrivate: false,
          isForEveryone: true,
          userIds: [],
          departmentIds: [],
        },
        directory,
      ),
    );
  if (thread.space !== space) await tx.put('threads', thread.id, { space });
  await moveContents(tx, 'threads', thread.id, space);
  return space;
}

export const threadPlacement: Placement = itemPlacement(
  (tx, projectId) => tx.list('threads', { where: { projectId } }),
  'thread',
  spaceOfThread,
  placeThread,
);
