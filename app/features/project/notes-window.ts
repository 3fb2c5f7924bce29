import { useCallback, useState } from 'react';
import type { LiveQuery } from '../../../sync/engine/host/api';

/** rows requested initially, which fill any screen, and each time the end of the list scrolls into view */
const FIRST = 30;
const STEP = 150;

/** Number of rows loaded for each project in this page: returning to a project restores its list. */
const unrolled = new Map<string, number>();

type FindNotes = Extract<LiveQuery, { kind: 'find' }> & { collection: 'notes' };

/** The notes of a project, last changed first. `limit`: by default the rows loaded before; null for all. */
export function notesOf(projectId: string, limit: number | null = unrolled.get(projectId) ?? FIRST): FindNotes {
  return {
    kind: 'find',
    collection: 'notes',
    selector: { projectId },
    sort: [{ recency: 'asc' }],
    ...(limit === null ? {} : { limit }),
  };
}

/** The number of notes requested for a project's list, and a function that requests more. */
export function useNotesWindow(projectId: string): { limit: number; unroll: () => void } {
  const [limit, setLimit] = useState(unrolled.get(projectId) ?? FIRST);
  const unroll = useCallback(() => {
    const next = limit + STEP;
    unrolled.set(projectId, next);
    setLimit(next);
  }, [projectId, limit]);
  return { limit, unroll };
}
