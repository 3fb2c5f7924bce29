import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import type { Thread } from '../../../sync/model/kinds/threads';

export const isChat = ({ kind }: Pick<Thread, 'kind'>): boolean => kind === 'chat' || kind === 'search';
/** Not the chats in which its creator tries an agent. */
export const isListed = (thread: Pick<Thread, 'kind' | 'isAgentTest'>): boolean =>
  isChat(thread) || thread.kind === 'research' || (thread.kind === 'task' && !thread.isAgentTest);

/** Chats, also with agents, web searches and researches, latest first; of a project, or all. */
export function useThreads(projectId?: string): Thread[] | undefined {
  const threads = useQuery({
    kind: 'find',
    collection: 'threads',
    ...(projectId === undefined ? {} : { selector: { projectId } }),
    sort: [{ recency: 'asc' }],
  } as const);
  return useMemo(() => threads?.filter(isListed), [threads]);
}
