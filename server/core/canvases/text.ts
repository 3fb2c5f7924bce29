/** The text of a canvas, which its creator and the people who may write the documents of its chat edit. */
import { mayWriteDocuments } from '../chat/policy';
import { possibleSpaces } from '../chat/placement';
import { textParent } from '../text-parent';

export const canvasText = textParent('canvases', {
  async mayWrite({ tx, userId, role }, _text, canvas) {
    if (!canvas) return role === 'owner' || role === 'contributor';
    const thread = await tx.get('threads', canvas.parentId);
    if (!thread || (await tx.roleIn(canvas.space, userId)) === null) return false;
    return canvas.creatorId === userId || (await mayWriteDocuments(tx, userId, thread));
  },
  async possibleSpaces(tx, canvas) {
    const thread = await tx.get('threads', canvas.parentId);
    return thread ? possibleSpaces(thread) : [];
  },
});
