/** The events of a project: from the server, and as last known from this device. */
import { useMemo } from 'react';
import { call } from '~/api/client';
import { storeNewest, type ListSource } from '~/features/server-list/server-list';
import { useServerList, type ServerListView } from '~/features/server-list/use-server-list';
import { run } from '~/replica/client';
import { historyCalls, type HistoryEvent } from '../../../server/core/project-history/contract';

/** events of a page; the newest page is stored on the device */
const PAGE = 200;

const historySource = (projectId: string): ListSource<HistoryEvent> => ({
  name: `history/${projectId}`,
  pageSize: PAGE,
  page: (asked) => call(historyCalls.page, { projectId, ...asked }),
  store: ({ list }, at) => run('answer.store', { list: 'history', id: projectId, at, rows: list.slice(0, PAGE) }),
  stored: async () => {
    const last = await run('answer.last', { list: 'history', id: projectId });
    const list = (last?.rows ?? []) as HistoryEvent[];
    return last && { answer: { list, total: list.length }, at: last.at };
  },
});

/** Stores the newest events of a project. */
export const storeHistory = (projectId: string): Promise<void> => storeNewest(historySource(projectId));

export function useHistory(projectId: string): ServerListView<HistoryEvent> {
  return useServerList(useMemo(() => historySource(projectId), [projectId]));
}
