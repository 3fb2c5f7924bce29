/** The order of a list, as the person chose it for all of their devices. */
import { useAccount, useQuery } from '~/replica/hooks';
import type { TopKind } from '../../../sync/model/top-kinds';
import type { Sort } from '../../../sync/model/kinds/preferences';

interface Sortable {
  id: string;
  title: string;
  updatedAt: number;
  createdAt: number;
}

/** A sorted copy: titles as the reader's language orders them, times newest first. */
export function sorted<T extends Sortable>(items: readonly T[], by: Sort, language: string): T[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const order: Record<Sort, (a: T, b: T) => number> = {
    edited: (a, b) => b.updatedAt - a.updatedAt,
    created: (a, b) => b.createdAt - a.createdAt,
    title: (a, b) => compare(a.title, b.title),
  };
  return [...items].sort((a, b) => order[by](a, b) || (a.id < b.id ? 1 : -1));
}

/** How this person sorts the list. */
export function useSort(list: TopKind): Sort {
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'none' });
  return preferences?.sorts?.[list] ?? (list === 'meetings' ? 'created' : 'edited');
}
