import { useCallback, useState } from 'react';
import type { LiveQuery } from '../../../sync/engine/host/api';

/** rows asked for at first, more than any screen shows, and with each time that the end comes into view */
const FIRST = 30;
const STEP = 150;

/** How far each project's list was unrolled in this page: who comes back finds as much again. */
const unrolled = new Map<string, number>();

type FindNotes = Extract<LiveQuery, { kind: 'find' }> & { collection: 'notes' };

/** The notes of a project, the last changed first; without `limit` as many as were unrolled, with null all. */
export function notesOf(projectId: string, limit: number | null = unrolled.get(projectId) ?? FIRST): FindNotes {
  return {
    kind: 'find',
    collection: 'notes',
    selector: { projectId },
    sort: [{ recency: 'asc' }],
    ...(limit === null ? {} : { limit }),
  };
}

/** How many notes of a project's list are asked for, and how there are more. */
export function useNotesWindow(projectId: string): { limit: number; unroll: () => void } {
  const [limit, setLimit] = useState(unrolled.get(projectId) ?? FIRST);
  const unroll = useCallback(() => {
    const next = limit + STEP;
    unrolled.set(projectId, next);
    setLimit(next);
  }, [projectId, limit]);
  return { limit, unroll };
}
