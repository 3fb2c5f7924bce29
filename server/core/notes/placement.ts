/**
 * Determines the space of a note: its project's, or its creator's personal space while it is private. The note's text
 * is in the same space.
 */
import { spaceOf } from '../../../sync/model/ids';
import type { Note } from '../../../sync/model/kinds/notes';
import type { SyncTransaction } from '../../sync/store';

type Placed = Pick<Note, 'id' | 'space' | 'projectId' | 'creatorId' | 'shareRange'>;

export const spaceOfNote = (note: Omit<Placed, 'id' | 'space'>): string =>
  note.shareRange === 'private' ? spaceOf('person', note.creatorId) : spaceOf('project', note.projectId);

/** Moves a note and its text into the space that its settings determine. */
export async function placeNote(tx: SyncTransaction, note: Placed): Promise<void> {
  const space = spaceOfNote(note);
  if (note.space !== space) await tx.put('notes', note.id, { space });
  const content = await tx.get('noteContents', note.id);
  if (content && content.space !== space) await tx.put('noteContents', note.id, { space });
}
