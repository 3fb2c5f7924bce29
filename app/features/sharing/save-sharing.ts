/** Reads and changes the sharing of projects, notes, meetings and chats in one common form. */
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Note } from '../../../sync/model/kinds/notes';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Thread } from '../../../sync/model/kinds/threads';
import { run } from '~/replica/client';
import { sharingOfProject, type Sharing, type Subject } from './readers';

/** Documents that can be shared with chosen people, too. */
export type Grantable = { project: Project } | { note: Note } | { meeting: Meeting };
export type Shareable = Grantable | { thread: Thread };

const itemOf = (shareable: Exclude<Shareable, { project: Project }>): Note | Meeting | Thread =>
  'note' in shareable ? shareable.note : 'meeting' in shareable ? shareable.meeting : shareable.thread;

export const docOf = (shareable: Shareable): Project | Note | Meeting | Thread =>
  'project' in shareable ? shareable.project : itemOf(shareable);

export function subjectOf(shareable: Shareable): Subject {
  if ('project' in shareable) return { ...shareable.project, kind: 'projects' };
  const { id, title, creatorId } = itemOf(shareable);
  const kind = 'note' in shareable ? 'notes' : 'meeting' in shareable ? 'meetings' : 'threads';
  const hasSlides = 'thread' in shareable && shareable.thread.kind === 'research';
  return { kind, id, title, ownerId: creatorId, hasSlides };
}

export function sharingOf(shareable: Shareable): Sharing {
  if ('project' in shareable) return sharingOfProject(shareable.project);
  if ('note' in shareable)
    return { range: shareable.note.shareRange, userIds: shareable.note.shareUserIds ?? [], departmentIds: [] };
  if ('thread' in shareable) return { range: shareable.thread.shareRange, userIds: [], departmentIds: [] };
  const { shareRange, shareUserIds, shareDepartmentIds } = shareable.meeting;
  return { range: shareRange, userIds: shareUserIds, departmentIds: shareDepartmentIds };
}

export interface PublicLink {
  /** milliseconds since the epoch; 0: never */
  expiresAt: number;
  isIndexed: boolean;
}

/** Resolves when the change is durable on this device. */
export async function saveSharing(shareable: Shareable, sharing: Sharing, link?: PublicLink): Promise<void> {
  const userIds = [...sharing.userIds];
  const departmentIds = [...sharing.departmentIds];
  const shareRange = sharing.range as never;
  if ('project' in shareable)
    await run('project.share', {
      id: shareable.project.id,
      shareRange,
      departmentIds: sharing.range === 'team' || sharing.range === 'customize' ? departmentIds : [],
      userIds: sharing.range === 'customize' ? userIds : [],
    });
  else if ('note' in shareable)
    await run('note.share', {
      id: shareable.note.id,
      shareRange,
      userIds,
      linkExpiresAt: link?.expiresAt ?? shareable.note.linkExpiresAt ?? 0,
      linkIndexed: link?.isIndexed ?? shareable.note.linkIndexed ?? false,
    });
  else if ('thread' in shareable) await run('thread.share', { id: shareable.thread.id, shareRange });
  else await run('meeting.share', { id: shareable.meeting.id, shareRange, userIds, departmentIds });
}

/** Gives people access by the smallest change of the sharing. */
export function grantTo(shareable: Grantable, people: readonly string[]): Promise<void> {
  const now = sharingOf(shareable);
  const userIds = [...new Set([...now.userIds, ...people])];
  if (!('project' in shareable)) return saveSharing(shareable, { ...now, userIds });
  if (now.range === 'company') return Promise.resolve();
  return saveSharing(shareable, {
    range: 'customize',
    userIds,
    departmentIds: now.range === 'private' ? [] : now.departmentIds,
  });
}
