import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import type { Thread } from '../../../sync/model/kinds/threads';

export const isChat = ({ kind }: Thread): boolean => kind === 'chat' || kind === 'search';

/** Chats and web searches, latest first; of a project, or all. */
export function useThreads(projectId?: string): Thread[] | undefined {
  const threads = useQuery({
    kind: 'find',
    collection: 'threads',
    ...(projectId === undefined ? {} : { selector: { projectId } }),
    sort: [{ recency: 'asc' }],
  } as const);
  return useMemo(() => threads?.filter(isChat), [threads]);
}
