/**
 * Cascaded deletions, as the server does them: a project with everything in its space, a note with its text, a meeting with its note,
 * transcript and summary; and their restoration while this device still has them.
 */
import { meetingNoteId } from '../../../model/ids';
import type { CollectionName } from '../../../model/registry';
import { CallError } from '../../../protocol/errors';
import { restoreChildDocuments } from '../../replication/child-documents';
import { allowed, type CommandContext } from './context';

type Removed = readonly [CollectionName, string][];

const ofNote = (id: string): Removed => [
  ['notes', id],
  ['noteContents', id],
];
const ofMeeting = (id: string): Removed => [
  ['meetings', id],
  ['noteContents', meetingNoteId(id)],
  ['transcripts', id],
  ['summaries', id],
];

async function remove({ documents }: CommandContext, rows: Removed): Promise<void> {
  const [parent, ...children] = rows;
  await documents.remove(parent![0], [parent![1]]);
  for (const [collection, id] of children)
    if (documents.names.includes(collection)) await documents.remove(collection, [id], parent!.join('/'));
}

export async function removeNote(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'notes', id, 'delete', 'NOTE_NOT_FOUND');
  await remove(context, ofNote(id));
}

export async function removeMeeting(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'meetings', id, 'delete', 'MEETING_NOT_FOUND');
  await remove(context, ofMeeting(id));
}

/** The project first: its contents are deleted with it on the server, and restored with it here. */
export async function removeProject(
  { documents }: CommandContext,
  { id, space }: { id: string; space: string },
): Promise<void> {
  await documents.remove('projects', [id]);
  for (const name of documents.names) {
    const ids = (await documents.find(name, { space })).map((doc) => doc.id);
    if (ids.length > 0) await documents.remove(name, ids, `projects/${id}`);
  }
}

/** Repeats a deletion of a document that exists again; does nothing if it is gone. */
export async function removeAgain(context: CommandContext, collection: CollectionName, id: string): Promise<void> {
  if (!(await context.documents.get(collection, id))) return;
  if (collection === 'notes') await removeNote(context, id);
  else if (collection === 'meetings') await removeMeeting(context, id);
  else {
    const doc = await allowed(context, collection, id, 'delete');
    if (collection === 'projects') await removeProject(context, doc);
    else await context.documents.remove(collection, [id]);
  }
}

/**
 * Restores a document deleted on this device with its child documents. The children first: their deletions would be pushed as soon as the
 * parent is no longer deleted.
 */
export async function restore(
  { documents }: CommandContext,
  collection: 'notes' | 'projects' | 'meetings',
  id: string,
): Promise<void> {
  const [parent] = await documents.stored(collection, [id]);
  if (!parent?._deleted || typeof parent['space'] !== 'string')
    throw new CallError(
      ({ projects: 'PROJECT_NOT_FOUND', notes: 'NOTE_NOT_FOUND', meetings: 'MEETING_NOT_FOUND' } as const)[collection],
    );
  if (collection === 'projects') await restoreChildDocuments(documents, 'projects', id);
  const [, ...children] = collection === 'notes' ? ofNote(id) : collection === 'meetings' ? ofMeeting(id) : [];
  for (const [name, childId] of children) if (documents.names.includes(name)) await documents.restore(name, childId);
  await documents.restore(collection, id);
}
