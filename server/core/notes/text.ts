/** The text of a note, which only its creator edits. */
import { textParent } from '../text-parent';
import { possibleSpacesOfNote } from './placement';

export const noteText = textParent('notes', {
  mayWrite: ({ userId }, text, note) => (note ?? text).creatorId === userId,
  possibleSpaces: (_tx, note) => possibleSpacesOfNote(note),
});
