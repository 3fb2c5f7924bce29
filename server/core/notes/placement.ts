/**
 * Determines the space of a note, and its members.
 *
 *   private, without chosen people       person:<creator>
 *   project or public, without them      project:<project>; the public page does not depend on the space
 *   all others                           note:<id>: shared with the organization, or with chosen people
 *
 * The note's text is in the same space and moves with it.
 */
import { parseSpace, spaceOf } from '../../../sync/model/ids';
import type { Note } from '../../../sync/model/kinds/notes';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { itemAccess } from '../item-access';
import { itemPlacement, type Placement } from '../placement';
import type { Directory } from '../projects/directory';

type Placed = Pick<Note, 'id' | 'space' | 'projectId' | 'creatorId' | 'shareRange' | 'shareUserIds'>;

export function spaceOfNote(note: Omit<Placed, 'space'>): string {
  if (note.shareRange === 'team' || (note.shareUserIds ?? []).length > 0) return spaceOf('note', note.id);
  return note.shareRange === 'private' ? spaceOf('person', note.creatorId) : spaceOf('project', note.projectId);
}

/** All spaces that the note may have in a device's older copy. */
export const possibleSpacesOfNote = (note: Pick<Placed, 'id' | 'creatorId' | 'projectId'>): string[] => [
  spaceOf('person', note.creatorId),
  spaceOf('project', note.projectId),
  spaceOf('note', note.id),
];

/** The text of a note; null if the document with that id is the text of another kind. */
export async function textOfNote(tx: SyncTransaction, noteId: string): Promise<StoredDoc<'noteContents'> | null> {
  const content = await tx.get('noteContents', noteId);
  return content?.subject === 'note' && content.subjectId === noteId ? content : null;
}

/** Moves a note and its text into the space that its settings determine, and sets the members of its own space. */
export async function placeNote(tx: SyncTransaction, note: Placed, directory?: Directory): Promise<string> {
  const space = spaceOfNote(note);
  if (parseSpace(space).kind === 'note')
    await tx.setAccess(
      space,
      await itemAccess(
        tx,
        {
          projectId: note.projectId,
          creatorId: note.creatorId,
          isPrivate: note.shareRange === 'private',
          isForEveryone: note.shareRange === 'team',
          userIds: note.shareUserIds ?? [],
          departmentIds: [],
        },
        directory,
      ),
    );
  if (note.space !== space) await tx.put('notes', note.id, { space });
  const content = await textOfNote(tx, note.id);
  if (content && content.space !== space) await tx.put('noteContents', note.id, { space });
  return space;
}

export const notePlacement: Placement = itemPlacement(
  (tx, projectId) => tx.list('notes', { where: { projectId } }),
  'note',
  spaceOfNote,
  placeNote,
);
