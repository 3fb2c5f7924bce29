/**
 * For the organization: what a person leaves behind goes to who can use it, so that removing somebody loses no work.
 *
 *   a project                                 the heir (the company's owner)
 *   a note or meeting that a project's        the project's owner, who sees it there; the heir, where the project was the leaver's
 *   people see
 *   what only the leaver saw, or in no        the heir
 *   project
 */
import { LIMITS } from '../../sync/model/limits';
import { graphemeLength, truncate } from '../../sync/model/text';
import { placeMeeting, placeMeetingsOfProject } from './meetings/placement';
import { placeNote } from './notes/placement';
import { setProjectAccess } from './projects/access';
import type { StoredDoc, SyncTransaction } from '../sync/store';

export interface PassedOn {
  projects: number;
  meetings: number;
  notes: number;
}

/** In the transaction that takes `leaver` out of the company. Gives how much went to others. */
export async function passWorkOn(
  tx: SyncTransaction,
  leaver: { userId: string; name: string },
  heirId: string,
): Promise<PassedOn> {
  const projects = await tx.list('projects', { where: { ownerId: leaver.userId } });
  for (const project of projects) await passProjectOn(tx, project, leaver.name, heirId);

  const next = async (doc: { projectId: string; shareRange: string }): Promise<string> =>
    (doc.projectId && doc.shareRange !== 'private' ? (await tx.get('projects', doc.projectId))?.ownerId : undefined) ??
    heirId;

  const meetings = await tx.list('meetings', { where: { creatorId: leaver.userId } });
  for (const meeting of meetings)
    await placeMeeting(tx, await tx.put('meetings', meeting.id, { creatorId: await next(meeting) }));

  const notes = await tx.list('notes', { where: { creatorId: leaver.userId } });
  for (const note of notes) {
    const creatorId = await next(note);
    await placeNote(tx, await tx.put('notes', note.id, { creatorId }));
    // who may write in a text is read from the text itself on the device
    if (await tx.get('noteContents', note.id)) await tx.put('noteContents', note.id, { creatorId });
  }
  return { projects: projects.length, meetings: meetings.length, notes: notes.length };
}

async function passProjectOn(
  tx: SyncTransaction,
  project: StoredDoc<'projects'>,
  leaver: string,
  heirId: string,
): Promise<void> {
  const after = await tx.put('projects', project.id, {
    ownerId: heirId,
    title: await freeTitle(tx, project, leaver, heirId),
    contributorUserIds: project.contributorUserIds.filter((id) => id !== heirId),
  });
  await setProjectAccess(tx, after);
  await placeMeetingsOfProject(tx, project.id);
}

/** Titles are unique among the projects of one owner: one that is taken gets the leaver's name behind it, and a number where that is taken, too. */
async function freeTitle(
  tx: SyncTransaction,
  project: StoredDoc<'projects'>,
  leaver: string,
  heirId: string,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const suffix = attempt === 1 ? '' : ` (${leaver}${attempt === 2 ? '' : ` ${attempt - 1}`})`;
    const title = `${truncate(project.title, LIMITS.projectTitle.max - graphemeLength(suffix))}${suffix}`;
    if ((await tx.list('projects', { where: { ownerId: heirId, title } })).every((other) => other.id === project.id))
      return title;
  }
}
