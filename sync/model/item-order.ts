/** Order and size of files and links in lists. */
import type { ProjectItem } from './kinds/project-items';

export const ITEM_SORTS = ['added', 'name', 'size'] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];
export interface ItemOrder {
  by: ItemSort;
  isDescending: boolean;
}
export const NEWEST_FIRST: ItemOrder = { by: 'added', isDescending: true };

/** The fields of a file's state on this device that give its size. */
export interface LocalBytes {
  state: string;
  bytes: number;
}

/** The size of a file in bytes: on the server, or of its unsent bytes. 0 if only another device knows it. */
export const bytesOf = (item: Pick<ProjectItem, 'size' | 'version'>, local: LocalBytes | undefined): number =>
  item.version > 0 && (local === undefined || local.state === 'onServer') ? item.size : (local?.bytes ?? item.size);

type Sortable = Pick<ProjectItem, 'id' | 'title' | 'createdAt' | 'size'>;

/**
 * A sorted copy; names are compared in the collation of the language.
 * @param language a BCP 47 tag
 */
export function inOrder<T extends Sortable>(
  items: readonly T[],
  { by, isDescending }: ItemOrder,
  language: string,
  sizeOf: (item: T) => number = ({ size }) => size,
): T[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const order: Record<ItemSort, (a: T, b: T) => number> = {
    added: (a, b) => a.createdAt - b.createdAt,
    name: (a, b) => compare(a.title, b.title),
    size: (a, b) => sizeOf(a) - sizeOf(b),
  };
  const sign = isDescending ? -1 : 1;
  return [...items].sort((a, b) => sign * order[by](a, b) || (a.id < b.id ? 1 : -1));
}
