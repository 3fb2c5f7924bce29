/** In which space a note lives: its project's, or its creator's own while it is private. Its text lives in the same space. */
import { spaceOf } from '../../../sync/model/ids';
import type { Note } from '../../../sync/model/kinds/notes';
import type { SyncTransaction } from '../../sync/store';

type Placed = Pick<Note, 'id' | 'space' | 'projectId' | 'creatorId' | 'shareRange'>;

export const spaceOfNote = (note: Omit<Placed, 'id' | 'space'>): string =>
  note.shareRange === 'private' ? spaceOf('person', note.creatorId) : spaceOf('project', note.projectId);

/** Moves a note, and its text with it, to where its settings put it. */
export async function placeNote(tx: SyncTransaction, note: Placed): Promise<void> {
  const space = spaceOfNote(note);
  if (note.space !== space) await tx.put('notes', note.id, { space });
  const content = await tx.get('noteContents', note.id);
  if (content && content.space !== space) await tx.put('noteContents', note.id, { space });
}
