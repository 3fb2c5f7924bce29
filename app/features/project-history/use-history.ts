/** The events of a project: from the server, and as last known from this device. */
import { useEffect, useState } from 'react';
import { call } from '~/api/client';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { historyCalls, type HistoryEvent } from '../../../server/core/project-history/contract';

/** events of a page; the newest page is kept on the device */
export const PAGE = 200;

export interface ProjectHistory {
  /** undefined while nothing is known yet */
  events: readonly HistoryEvent[] | undefined;
  /** when the server reported them, milliseconds; 0: never */
  at: number;
  /** the server did not answer */
  isStale: boolean;
  hasMore: boolean;
  more(): void;
}

export function useHistory(projectId: string): ProjectHistory {
  const isOnline = useStatus().connection.state === 'online';
  const [pages, setPages] = useState(1);
  const [known, setKnown] = useState<{ events: readonly HistoryEvent[]; at: number; total: number }>();
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    let isOver = false;
    const last = run('history.last', { projectId }).then(
      (stored) => {
        if (isOver || !stored) return;
        const events = stored.events as HistoryEvent[];
        setKnown((newer) => newer ?? { events, at: stored.at, total: events.length });
      },
      () => undefined,
    );
    const look = async () => {
      const { list, total } = await call(historyCalls.page, { projectId, currentPage: 1, pageSize: pages * PAGE });
      const at = Date.now();
      // what is shown is kept; a full disk keeps nothing from being shown
      await run('history.keep', { projectId, at, events: list.slice(0, PAGE) }).catch(() => undefined);
      if (isOver) return;
      setKnown({ events: list, at, total });
      setStale(false);
    };
    look().catch(async () => {
      await last;
      if (!isOver) setStale(true);
    });
    return () => {
      isOver = true;
    };
  }, [projectId, pages, isOnline]);
  return {
    events: known?.events ?? (isStale ? [] : undefined),
    at: known?.at ?? 0,
    isStale,
    hasMore: !isStale && (known?.total ?? 0) > (known?.events.length ?? 0),
    more: () => setPages(pages + 1),
  };
}
