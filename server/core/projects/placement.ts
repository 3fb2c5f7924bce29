/** Updates who sees a project and what is in it, after a change of its access. */
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { placeRestoredThreads, placeThreadsOfProject } from '../chat/placement';
import { placeMeeting, placeMeetingsOfProject, spaceOfMeeting } from '../meetings/placement';
import { placeNote, placeNotesOfProject, spaceOfNote } from '../notes/placement';
import { setProjectAccess } from './access';
import { loadDirectory } from './directory';

/** Sets the members of a project's space, and of the spaces of its notes, meetings and chats, which inherit from it. */
export async function placeProject(tx: SyncTransaction, project: StoredDoc<'projects'>): Promise<void> {
  await setProjectAccess(tx, project);
  await placeMeetingsOfProject(tx, project.id);
  await placeNotesOfProject(tx, project.id);
  await placeThreadsOfProject(tx, project.id);
}

/**
 * Places a restored project and what is in it: the space of a note or meeting may have become that of an heir. Puts the
 * meetings back that its deletion took out of it, unless they are in another one by now.
 */
export async function placeRestoredProject(tx: SyncTransaction, project: StoredDoc<'projects'>): Promise<void> {
  await placeProject(tx, project);
  const where = { projectId: project.id };
  for (const note of await tx.list('notes', { where })) if (note.space !== spaceOfNote(note)) await placeNote(tx, note);
  for (const meeting of await tx.list('meetings', { where }))
    if (meeting.space !== spaceOfMeeting(meeting)) await placeMeeting(tx, meeting);
  await placeRestoredThreads(tx, project.id);
  const ids = await tx.detachedFrom('projects', project.id);
  const outside = (await tx.list('meetings', { ids })).filter(({ projectId }) => projectId === '');
  if (outside.length === 0) return;
  const directory = await loadDirectory(tx);
  for (const { id } of outside)
    await placeMeeting(tx, await tx.put('meetings', id, { projectId: project.id }), directory);
}
