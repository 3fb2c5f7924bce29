import { useCallback, useState } from 'react';

/** rows requested initially, which fill any screen, and each time the end of the list scrolls into view */
const FIRST = 30;
const STEP = 150;

/** Number of rows loaded for each list in this page: returning to a list restores it. */
const unrolled = new Map<string, number>();

/** The number of rows that a list was loaded with. `list`: e.g. `notes/<project>` */
export const windowOf = (list: string): number => unrolled.get(list) ?? FIRST;

/** The number of rows requested for a list, and a function that requests more. */
export function useListWindow(list: string): { limit: number; unroll: () => void } {
  const [limit, setLimit] = useState(windowOf(list));
  const unroll = useCallback(() => {
    const next = limit + STEP;
    unrolled.set(list, next);
    setLimit(next);
  }, [list, limit]);
  return { limit, unroll };
}
