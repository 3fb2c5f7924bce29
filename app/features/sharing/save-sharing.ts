/** Reads and changes the sharing of a project, note or meeting, by one shape. */
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Note } from '../../../sync/model/kinds/notes';
import type { Project } from '../../../sync/model/kinds/projects';
import { run } from '~/replica/client';
import { sharingOfProject, type Sharing, type Subject } from './readers';

export type Shared = { project: Project } | { note: Note } | { meeting: Meeting };

export function subjectOf(shared: Shared): Subject {
  if ('project' in shared) return { ...shared.project, kind: 'projects' };
  const item = 'note' in shared ? shared.note : shared.meeting;
  return { kind: 'note' in shared ? 'notes' : 'meetings', id: item.id, title: item.title, ownerId: item.creatorId };
}

export function sharingOf(shared: Shared): Sharing {
  if ('project' in shared) return sharingOfProject(shared.project);
  if ('note' in shared)
    return { range: shared.note.shareRange, userIds: shared.note.shareUserIds ?? [], departmentIds: [] };
  const { shareRange, shareUserIds, shareDepartmentIds } = shared.meeting;
  return { range: shareRange, userIds: shareUserIds, departmentIds: shareDepartmentIds };
}

export interface PublicLink {
  /** milliseconds since the epoch; 0: never */
  expiresAt: number;
  isIndexed: boolean;
}

/** Resolves when the change is durable on this device. */
export async function saveSharing(shared: Shared, sharing: Sharing, link?: PublicLink): Promise<void> {
  const userIds = [...sharing.userIds];
  const departmentIds = [...sharing.departmentIds];
  const shareRange = sharing.range as never;
  if ('project' in shared)
    await run('project.share', {
      id: shared.project.id,
      shareRange,
      departmentIds: sharing.range === 'team' || sharing.range === 'customize' ? departmentIds : [],
      userIds: sharing.range === 'customize' ? userIds : [],
    });
  else if ('note' in shared)
    await run('note.share', {
      id: shared.note.id,
      shareRange,
      userIds,
      linkExpiresAt: link?.expiresAt ?? shared.note.linkExpiresAt ?? 0,
      linkIndexed: link?.isIndexed ?? shared.note.linkIndexed ?? false,
    });
  else await run('meeting.share', { id: shared.meeting.id, shareRange, userIds, departmentIds });
}

/** Gives people access, by the narrowest change that does. */
export function grantTo(shared: Shared, people: readonly string[]): Promise<void> {
  const now = sharingOf(shared);
  const userIds = [...new Set([...now.userIds, ...people])];
  if (!('project' in shared)) return saveSharing(shared, { ...now, userIds });
  if (now.range === 'company') return Promise.resolve();
  return saveSharing(shared, {
    range: 'customize',
    userIds,
    departmentIds: now.range === 'private' ? [] : now.departmentIds,
  });
}
