import type { LucideIcon } from 'lucide-react';
import { NAVIGATION_GROUPS, type NavigationEntry } from '../../feature';

export interface NavigationItem extends NavigationEntry {
  icon: LucideIcon;
}
/** The navigation items that each file found by the bundler exports. */
export type ItemFiles = Record<string, readonly NavigationItem[]>;

/** A feature's entries for which there is an icon, with it. */
export function withIcons<Entry extends NavigationEntry>(
  entries: readonly Entry[],
  icons: Partial<Record<Entry['id'], LucideIcon>>,
): NavigationItem[] {
  return entries.flatMap((entry) => {
    const icon = icons[entry.id as Entry['id']];
    return icon ? [{ ...entry, icon }] : [];
  });
}

/** The items of every feature, in the order of the navigation. */
export function ordered(files: ItemFiles): NavigationItem[] {
  const rank = ({ group, order }: NavigationEntry): number => NAVIGATION_GROUPS.indexOf(group) * 1_000 + order;
  return Object.values(files)
    .flat()
    .sort((a, b) => rank(a) - rank(b));
}

/** True for the addresses that belong to an entry. */
export const owns = ({ href, owns: prefixes = [href.split('?')[0]!] }: NavigationEntry, pathname: string): boolean =>
  prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));

/** The entries in their groups, for a list that separates them. */
export function grouped<Entry extends NavigationEntry>(entries: readonly Entry[]): Entry[][] {
  return NAVIGATION_GROUPS.map((group) => entries.filter((entry) => entry.group === group)).filter(
    ({ length }) => length > 0,
  );
}
