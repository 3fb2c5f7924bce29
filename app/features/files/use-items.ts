import { useRef } from 'react';
import { useQuery } from '~/replica/hooks';
import type { ItemsWindow, LiveQuery } from '../../../sync/engine/host/api';

export type ItemsQuery = Extract<LiveQuery, { kind: 'items' }>;

/**
 * A window of a project's files or links; undefined until it is known. The one before stays until another has arrived,
 * then `isOlder` is true.
 */
export function useItems(query: ItemsQuery): (ItemsWindow & { isOlder: boolean }) | undefined {
  const answer = useQuery(query);
  const last = useRef(answer);
  if (answer) last.current = answer;
  return last.current && { ...last.current, isOlder: !answer };
}
