import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import type { Thread } from '../../../sync/model/kinds/threads';

/** The documents of a chat, in the order of their creation. */
export function useCanvases(threadId: string): Canvas[] | undefined {
  const canvases = useQuery({ kind: 'find', collection: 'canvases', selector: { parentId: threadId } });
  return useMemo(
    () => canvases && [...canvases].sort((a, b) => a.position - b.position || a.createdAt - b.createdAt),
    [canvases],
  );
}

/** The documents of these chats. */
export function useCanvasesOf(threads: readonly Thread[] | undefined): Canvas[] | undefined {
  const canvases = useQuery({ kind: 'find', collection: 'canvases' });
  return useMemo(() => {
    const ids = new Set(threads?.map(({ id }) => id));
    return canvases?.filter(({ parentId }) => ids.has(parentId));
  }, [canvases, threads]);
}
