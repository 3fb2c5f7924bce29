/** Canvases and their texts are in the space of their chat, move with it and are deleted with it. */
import { canvasTextId } from '../../../sync/model/ids';
import type { SyncTransaction } from '../../sync/store';

/** The canvases of a chat with their texts move into its space. */
export async function placeCanvases(tx: SyncTransaction, threadId: string, space: string): Promise<void> {
  const canvases = await tx.list('canvases', { where: { parentId: threadId } });
  const texts = await tx.list('noteContents', { ids: canvases.map(({ id }) => canvasTextId(id)) });
  for (const canvas of canvases) if (canvas.space !== space) await tx.put('canvases', canvas.id, { space });
  for (const text of texts) if (text.space !== space) await tx.put('noteContents', text.id, { space });
}

/** Deletes the text of a canvas. */
export async function removeCanvasText(tx: SyncTransaction, id: string): Promise<void> {
  if (await tx.get('noteContents', canvasTextId(id))) await tx.remove('noteContents', canvasTextId(id));
}

/** Deletes the canvases of a chat with their texts. */
export async function removeCanvasesOf(tx: SyncTransaction, threadId: string): Promise<void> {
  for (const { id } of await tx.list('canvases', { where: { parentId: threadId } })) {
    await removeCanvasText(tx, id);
    await tx.remove('canvases', id);
  }
}
