/**
 * Deleting what belongs together, as the server does it: a project with all that lives in its space, a note with its text, a meeting
 * with its note, transcript and summary. And bringing it back, while this device still has it.
 */
import { meetingNoteId } from '../../model/ids';
import type { CollectionName } from '../../model/registry';
import { CallError } from '../../protocol/errors';
import { allowed, type CommandContext } from './context';

type Removed = readonly [CollectionName, string][];

const ofNote = (id: string): Removed => [['notes', id], ['noteContents', id]];
const ofMeeting = (id: string): Removed => [['meetings', id], ['noteContents', meetingNoteId(id)], ['transcripts', id], ['summaries', id]];

async function remove({ documents }: CommandContext, rows: Removed): Promise<void> {
  for (const [collection, id] of rows) if (documents.names.includes(collection)) await documents.remove(collection, [id]);
}

export async function removeNote(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'notes', id, 'delete', 'NOTE_NOT_FOUND');
  await remove(context, ofNote(id));
}

export async function removeMeeting(context: CommandContext, id: string): Promise<void> {
  await allowed(context, 'meetings', id, 'delete', 'MEETING_NOT_FOUND');
  await remove(context, ofMeeting(id));
}

/** The project first: what hangs on it goes with it on the server, and comes back with it here. */
export async function removeSpace({ documents }: CommandContext, space: string): Promise<void> {
  for (const name of documents.names) {
    const ids = (await documents.find(name, { space })).map((doc) => doc.id);
    if (ids.length > 0) await documents.remove(name, ids);
  }
}

/** Brings back what was deleted on this device, with all that was deleted along with it. */
export async function restore({ documents }: CommandContext, collection: 'notes' | 'projects' | 'meetings', id: string): Promise<void> {
  if (collection === 'projects') {
    const space = `project:${id}`;
    if (!(await documents.restore('projects', id))) throw new CallError('PROJECT_NOT_FOUND');
    for (const name of documents.names) for (const row of await documents.waiting(name)) if (row._deleted && row['space'] === space) await documents.restore(name, row.id);
    return;
  }
  const [head, ...rest] = collection === 'notes' ? ofNote(id) : ofMeeting(id);
  if (!(await documents.restore(head![0], head![1]))) throw new CallError(collection === 'notes' ? 'NOTE_NOT_FOUND' : 'MEETING_NOT_FOUND');
  for (const [name, rowId] of rest) if (documents.names.includes(name)) await documents.restore(name, rowId);
}
