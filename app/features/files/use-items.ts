import { useRef } from 'react';
import { useQuery } from '~/replica/hooks';
import type { ItemsWindow, LiveQuery } from '../../../sync/engine/host/api';

export type ItemsQuery = Extract<LiveQuery, { kind: 'items' }>;

/**
 * The first files or links of a project; undefined until known. The rows of the previous query stay until those of the
 * next one arrive; `isOlder` is true meanwhile.
 */
export function useItems(query: ItemsQuery): (ItemsWindow & { isOlder: boolean }) | undefined {
  const answer = useQuery(query);
  const last = useRef(answer);
  if (answer) last.current = answer;
  return last.current && { ...last.current, isOlder: !answer };
}
