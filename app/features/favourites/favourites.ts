/** The person's favourites: projects, notes and meetings in the sidebar, on all of their devices. */
import { useMemo } from 'react';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import type { TopKind } from '../../../sync/model/top-kinds';

export interface Favourite {
  /** `<kind>/<id>` */
  key: string;
  kind: TopKind;
  id: string;
}

/** In their order; those without a place in it last, in the order of their keys. */
export function inOrder(favourites: readonly string[], order: readonly string[]): string[] {
  const place = new Map(order.map((key, i) => [key, i]));
  return [...favourites].sort(
    (a, b) => (place.get(a) ?? order.length) - (place.get(b) ?? order.length) || (a < b ? -1 : 1),
  );
}

/** The keys with one of them moved to the place of another; unchanged if either is missing. */
export function moved(keys: readonly string[], key: string, to: number): string[] {
  const from = keys.indexOf(key);
  if (from < 0 || to < 0 || to >= keys.length || from === to) return [...keys];
  const rest = keys.filter((each) => each !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}

const toFavourite = (key: string): Favourite => {
  const [kind, id] = key.split('/') as [TopKind, string];
  return { key, kind, id };
};

export function useFavourites(): readonly Favourite[] {
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'none' });
  return useMemo(
    () => inOrder(preferences?.favourites ?? [], preferences?.favouriteOrder ?? []).map(toFavourite),
    [preferences],
  );
}

/** Whether a document is a favourite, and a function that changes it. */
export function useFavourite(kind: TopKind, id: string): [boolean, () => Promise<null>] {
  const isFavourite = useFavourites().some(({ key }) => key === `${kind}/${id}`);
  return [isFavourite, () => run('favourite.set', { kind, id, isFavourite: !isFavourite })];
}
