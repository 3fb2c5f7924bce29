/** The tasks of this person: from the server, and as last known from this device. */
import { useCallback, useEffect, useState } from 'react';
import { call } from '~/api/client';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { taskCalls, type Task } from '../../../server/core/tasks/contract';

/** tasks of a page */
export const PAGE = 20;
/** tasks that this device remembers */
const KEPT_MAX = 100;
/** milliseconds between two looks while a task runs; its progress moves by the live channel in between */
export const LOOK_MS = 5_000;

export const isEnded = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELED';

export interface Tasks {
  /** undefined while nothing is known yet */
  tasks: readonly Task[] | undefined;
  /** when the server reported them, milliseconds; 0: never */
  at: number;
  /** the server did not answer */
  isStale: boolean;
  hasMore: boolean;
  more(): void;
  /** Replaces a task by the server's answer about it. */
  take(task: Task): void;
}

export function useTasks(): Tasks {
  const online = useStatus().connection.state === 'online';
  const [pages, setPages] = useState(1);
  const [known, setKnown] = useState<{ tasks: readonly Task[]; at: number; total: number }>();
  const [isAsked, setAsked] = useState(false);
  const [isStale, setStale] = useState(false);

  useEffect(() => {
    let isOver = false;
    void run('answer.last', { list: 'tasks' }).then(
      (last) => {
        if (isOver) return;
        setAsked(true);
        if (last) setKnown((newer) => newer ?? { tasks: last.rows as Task[], at: last.at, total: last.rows.length });
      },
      () => setAsked(true),
    );
    return () => {
      isOver = true;
    };
  }, []);

  const look = useCallback(async () => {
    const { list, total } = await call(taskCalls.page, { currentPage: 1, pageSize: pages * PAGE });
    const at = Date.now();
    setKnown({ tasks: list, at, total });
    setStale(false);
    await run('answer.keep', { list: 'tasks', at, rows: list.slice(0, KEPT_MAX) });
  }, [pages]);

  const isMoving = known?.tasks.some((task) => !isEnded(task)) ?? false;
  useEffect(() => {
    const ask = () => void look().catch(() => setStale(true));
    ask();
    if (!isMoving) return undefined;
    const timer = setInterval(ask, LOOK_MS);
    return () => clearInterval(timer);
  }, [look, online, isMoving]);

  return {
    tasks: known?.tasks ?? (isAsked && isStale ? [] : undefined),
    at: known?.at ?? 0,
    isStale,
    hasMore: (known?.total ?? 0) > (known?.tasks.length ?? 0),
    more: () => setPages(pages + 1),
    take: (task) =>
      setKnown((last) => last && { ...last, tasks: last.tasks.map((each) => (each.id === task.id ? task : each)) }),
  };
}
