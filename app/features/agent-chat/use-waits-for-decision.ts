import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import { agentWorkId } from '../../../sync/model/ids';
import type { Thread } from '../../../sync/model/kinds/threads';

/** Whether the last question of a chat with an agent has an open proposal. */
export function useWaitsForDecision({ id, kind }: Pick<Thread, 'id' | 'kind'>): boolean {
  const turns = useQuery(kind === 'task' ? { kind: 'find', collection: 'turns', selector: { parentId: id } } : null);
  const lastId = useMemo(
    () => turns?.reduce<(typeof turns)[number] | null>((a, b) => (a && a.position > b.position ? a : b), null)?.id,
    [turns],
  );
  const work = useQuery(lastId ? { kind: 'one', collection: 'agentWorks', id: agentWorkId(lastId) } : null);
  return work?.stage === 'waiting';
}
