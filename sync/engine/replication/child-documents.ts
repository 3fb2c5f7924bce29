/**
 * What is deleted here together with something else stays deleted only if that does: where an edit beats the deletion of a project, a
 * note or a meeting, or the server refuses it, what was deleted along comes back with it. Before it: a process that ends in between finds
 * parts whose head is still deleted, never a head that has lost its parts. Until the server has said what becomes of the head, it hears
 * nothing of its parts.
 */
import { meetingNoteId } from '../../model/ids';
import type { CollectionName } from '../../model/registry';
import type { Documents } from '../storage/documents';

const MEETING_NOTE = meetingNoteId('');

/** What a part belongs to. */
export const headOf = (part: CollectionName, id: string): [CollectionName, string] =>
  part !== 'noteContents'
    ? ['meetings', id]
    : id.startsWith(MEETING_NOTE)
      ? ['meetings', id.slice(MEETING_NOTE.length)]
      : ['notes', id];

/** Brings back what was deleted with `<collection>/<id>`, a waiting deletion that is about to be given up. */
export async function restoreChildDocuments(
  documents: Documents,
  collection: CollectionName,
  id: string,
): Promise<void> {
  for (const name of documents.names) {
    for (const row of await documents.waiting(name))
      if (row._deleted && row.pending?.along === `${collection}/${id}`) await documents.restore(name, row.id);
  }
}
