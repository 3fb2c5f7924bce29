import type { LiveQuery } from '../../../sync/engine/host/api';
import { windowOf } from '~/features/lists/list-window';

type FindNotes = Extract<LiveQuery, { kind: 'find' }> & { collection: 'notes' };

/** The list of a project's notes, for `useListWindow`. */
export const notesList = (projectId: string): string => `notes/${projectId}`;

/** The notes of a project, last changed first. `limit`: by default the rows loaded before; null for all. */
export function notesOf(projectId: string, limit: number | null = windowOf(notesList(projectId))): FindNotes {
  return {
    kind: 'find',
    collection: 'notes',
    selector: { projectId },
    sort: [{ recency: 'asc' }],
    ...(limit === null ? {} : { limit }),
  };
}
