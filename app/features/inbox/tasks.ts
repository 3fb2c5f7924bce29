/** The tasks of this person: from the server, and as last known from this device. */
import { useMemo } from 'react';
import { call } from '~/api/client';
import { storeNewest, type Failure, type ListSource } from '~/features/server-list/server-list';
import { useServerList, type ServerListView } from '~/features/server-list/use-server-list';
import { run } from '~/replica/client';
import { taskCalls, type Task } from '../../../server/core/tasks/contract';
import { hasRunEnded } from '../../../sync/model/runs';
import { CallError } from '../../../sync/protocol/errors';

/** tasks of a page */
const PAGE = 20;
/** tasks that this device stores */
const STORED_MAX = 100;
/** milliseconds between two requests while a task runs; its progress moves by the live channel in between */
const INTERVAL_MS = 5_000;

export const isEnded = ({ status }: Pick<Task, 'status'>): boolean => hasRunEnded(status);

const whileRunning = ({ list }: { list: readonly Task[] }): number | null =>
  list.some((task) => !isEnded(task)) ? INTERVAL_MS : null;

async function storedTasks(): Promise<{ tasks: Task[]; at: number } | null> {
  const last = await run('answer.last', { list: 'tasks' });
  return last && { tasks: last.rows as Task[], at: last.at };
}

const TASKS: ListSource<Task> = {
  name: 'tasks',
  pageSize: PAGE,
  page: (asked) => call(taskCalls.page, asked),
  store: ({ list }, at) => run('answer.store', { list: 'tasks', at, rows: list.slice(0, STORED_MAX) }),
  stored: async () => {
    const last = await storedTasks();
    return last && { answer: { list: last.tasks, total: last.tasks.length }, at: last.at };
  },
};

/** Stores the newest tasks of this person. */
export const storeTasks = (): Promise<void> => storeNewest(TASKS);

export const useTasks = (): ServerListView<Task> => useServerList(TASKS, { interval: whileRunning });

const NO_TASK = { list: [], total: 0 };

/** One task, as a list of it: empty if the server has none of this id. */
const taskSource = (id: string): ListSource<Task> => ({
  name: `task/${id}`,
  pageSize: 1,
  page: async () => {
    try {
      return { list: [await call(taskCalls.get, { id })], total: 1 };
    } catch (error) {
      if (error instanceof CallError && (error.code === 'TASK_NOT_FOUND' || error.code === 'PARAM_ERROR'))
        return NO_TASK;
      throw error;
    }
  },
  stored: async () => {
    const last = await storedTasks();
    const task = last?.tasks.find((each) => each.id === id);
    return last && task ? { answer: { list: [task], total: 1 }, at: last.at } : null;
  },
});

export interface TaskView {
  /** undefined while nothing is known; null: the server has none, or does not answer and this device has none */
  task: Task | null | undefined;
  at: number;
  failure: Failure | null;
  refresh: () => Promise<void>;
  /** Shows the server's answer to an action. */
  replace: (task: Task) => void;
}

export function useTask(id: string): TaskView {
  const source = useMemo(() => taskSource(id), [id]);
  const { rows, at, failure, refresh, change } = useServerList(source, { interval: whileRunning });
  return {
    task: rows && (rows[0] ?? null),
    at,
    failure,
    refresh,
    replace: (task) => change(() => ({ list: [task], total: 1 })),
  };
}
