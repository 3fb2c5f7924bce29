/** One task: from the server, and as last known from this device. */
import { useCallback, useEffect, useState } from 'react';
import { call } from '~/api/client';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { taskCalls, type Task } from '../../../server/core/tasks/contract';
import { CallError } from '../../../sync/protocol/errors';
import { isEnded, LOOK_MS } from './tasks';

interface Known {
  /** null: the server has none, or nothing is known */
  task: Task | null;
  /** when the server reported it, milliseconds */
  at: number;
  isStale: boolean;
}

export function useTask(id: string): {
  task: Task | null | undefined;
  at: number;
  isStale: boolean;
  take(task: Task): void;
} {
  const online = useStatus().connection.state === 'online';
  const [known, setKnown] = useState<Known>();
  const look = useCallback(async () => {
    try {
      setKnown({ task: await call(taskCalls.get, { id }), at: Date.now(), isStale: false });
    } catch (error) {
      if (error instanceof CallError && (error.code === 'TASK_NOT_FOUND' || error.code === 'PARAM_ERROR')) {
        setKnown({ task: null, at: Date.now(), isStale: false });
        return;
      }
      const last = await run('answer.last', { list: 'tasks' }).catch(() => null);
      const stored = (last?.rows as Task[] | undefined)?.find((task) => task.id === id) ?? null;
      setKnown((before) =>
        before?.task ? { ...before, isStale: true } : { task: stored, at: last?.at ?? 0, isStale: true },
      );
    }
  }, [id]);
  const isMoving = known?.task ? !isEnded(known.task) : false;
  useEffect(() => {
    void look();
    if (!isMoving) return undefined;
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [look, online, isMoving]);
  return {
    task: known?.task,
    at: known?.at ?? 0,
    isStale: known?.isStale ?? false,
    take: (task) => setKnown({ task, at: Date.now(), isStale: false }),
  };
}
