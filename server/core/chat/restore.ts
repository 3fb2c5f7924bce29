/** Restores chats from the trash. */
import { spaceOf } from '../../../sync/model/ids';
import type { Restoring } from '../../shared/trash';
import { endInterrupted } from '../research/stages';
import { restored } from '../trash/restoring';
import { placeThread } from './placement';

/**
 * Restores a chat with its questions. If its project was deleted or its creator no longer sees it, the chat has no
 * project afterwards. A chat that was shared with the project becomes private if it lost the project or its creator is
 * now a viewer.
 */
export async function restoreThread({ tx, id, projectId: given }: Restoring): Promise<void> {
  const thread = await restored(tx, 'threads', id);
  await endInterrupted(tx, id);
  const wanted = given ?? thread.projectId;
  const role =
    wanted !== '' && (await tx.get('projects', wanted))
      ? await tx.roleIn(spaceOf('project', wanted), thread.creatorId)
      : null;
  const projectId = role === null ? '' : wanted;
  const isShown = thread.shareRange === 'project' && (projectId === '' || role === 'viewer');
  if (projectId !== thread.projectId || isShown)
    await tx.put('threads', id, { projectId, ...(isShown ? { shareRange: 'private' as const } : {}) });
  await placeThread(tx, (await tx.get('threads', id))!);
}
