/** Transfers the canvases of a leaving member to the present or next owner of their chat. */
import { canvasTextId } from '../../../sync/model/ids';
import { nextOwner } from '../projects/ownership';
import type { SyncTransaction } from '../../sync/store';

export async function transferCanvases(
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<{ canvases: number }> {
  const canvases = await tx.list('canvases', { where: { creatorId: leaver.userId } });
  for (const { id, parentId } of canvases) {
    const thread = await tx.get('threads', parentId);
    if (!thread) continue;
    // chats are transferred before or after their canvases
    const creatorId = thread.creatorId === leaver.userId ? await nextOwner(tx, thread, heirId) : thread.creatorId;
    // a public link ends with its author; the next owner may publish again
    await tx.put('canvases', id, { creatorId, isPublic: false });
    // the device derives the write permission from the creator of the text document
    if (await tx.get('noteContents', canvasTextId(id))) await tx.put('noteContents', canvasTextId(id), { creatorId });
  }
  return { canvases: canvases.length };
}
