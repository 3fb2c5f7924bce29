import { useMemo } from 'react';
import { useQuery } from '~/replica/hooks';
import { waitingAbout } from '~/features/outbox/use-waiting-calls';
import type { Turn } from '../../../sync/model/kinds/turns';

const LABELS = { stop: 'chatStop', retry: 'chatRetry' } as const;

/** The queued call of a question in the outbox, unless it was refused; null for none. */
export function useQueuedCall({ id }: Pick<Turn, 'id'>, isWanted: boolean): 'stop' | 'retry' | null {
  const rows = useQuery(isWanted ? { kind: 'outbox' } : null);
  return useMemo(() => {
    const isQueued = (call: keyof typeof LABELS): boolean => waitingAbout(rows, LABELS[call]).has(`turns/${id}`);
    return isQueued('stop') ? 'stop' : isQueued('retry') ? 'retry' : null;
  }, [rows, id]);
}
