/** Transfers the notes of a leaving member to the owner of their project, or to the heir. */
import { ENDED_LINK } from '../../../sync/model/kinds/notes';
import { nextOwner } from '../projects/ownership';
import type { SyncTransaction } from '../../sync/store';
import { placeNote } from './placement';

export async function transferNotes(
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<{ notes: number }> {
  const notes = await tx.list('notes', { where: { creatorId: leaver.userId } });
  for (const note of notes) {
    const creatorId = await nextOwner(tx, note, heirId);
    // a public link ends with its author; the next owner may create one
    const ended = note.shareRange === 'public' ? ENDED_LINK : {};
    await placeNote(tx, await tx.put('notes', note.id, { creatorId, ...ended }));
    // devices derive the right to write from the creator of the text document
    if (await tx.get('noteContents', note.id)) await tx.put('noteContents', note.id, { creatorId });
  }
  return { notes: notes.length };
}
