import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import type { Thread } from '../../../sync/model/kinds/threads';

export const isChat = ({ kind }: Pick<Thread, 'kind'>): boolean => kind === 'chat' || kind === 'search';
/** Whether a thread is shown in lists: the test chats of an agent are not. */
export const isListed = (thread: Pick<Thread, 'kind' | 'isAgentTest'>): boolean =>
  isChat(thread) || thread.kind === 'research' || (thread.kind === 'task' && !thread.isAgentTest);

/** Chats, chats with agents, web searches and researches of a project, or of all projects; latest first. */
export function useThreads(projectId?: string): Thread[] | undefined {
  const threads = useQuery({
    kind: 'find',
    collection: 'threads',
    ...(projectId === undefined ? {} : { selector: { projectId } }),
    sort: [{ recency: 'asc' }],
  } as const);
  return useMemo(() => threads?.filter(isListed), [threads]);
}
