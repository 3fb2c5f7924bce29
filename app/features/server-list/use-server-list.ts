import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStatus } from '~/replica/hooks';
import { ServerList, type Answer, type Failure, type ListSource } from './server-list';

export interface ServerListView<Row, A extends Answer<Row> = Answer<Row>> {
  answer: A | undefined;
  /** undefined while nothing is known; none after a failure without stored rows */
  rows: readonly Row[] | undefined;
  /** when the server reported them, milliseconds; 0: never */
  at: number;
  failure: Failure | null;
  /** the rows are the server's answer to the present source */
  isCurrent: boolean;
  hasMore: boolean;
  more: () => void;
  refresh: () => Promise<void>;
  change: (to: (answer: A) => A) => void;
}

/**
 * Asks when it mounts, when the device is online again, when `source` or `again` changes, and every `interval(answer)`
 * milliseconds.
 * @param source memoized; null asks nothing
 */
export function useServerList<Row, A extends Answer<Row> = Answer<Row>>(
  source: ListSource<Row, A> | null,
  { interval, again }: { interval?: (answer: A) => number | null; again?: string | number } = {},
): ServerListView<Row, A> {
  const isOnline = useStatus().connection.state === 'online';
  const [list] = useState(() => new ServerList<Row, A>());
  const { answer, at, failure, isCurrent } = useSyncExternalStore(list.subscribe, list.get, list.get);
  useEffect(() => {
    if (source) void list.open(source);
  }, [list, source, isOnline, again]);
  const every = (answer && interval?.(answer)) ?? null;
  useEffect(() => {
    if (every === null || !source) return undefined;
    const timer = setInterval(() => void list.refresh(), every);
    return () => clearInterval(timer);
  }, [list, source, every]);
  return {
    answer,
    rows: answer?.list ?? (failure ? [] : undefined),
    at,
    failure,
    isCurrent,
    hasMore: !failure && answer !== undefined && answer.total > answer.list.length,
    more: () => void list.more(),
    refresh: list.refresh,
    change: list.change,
  };
}
