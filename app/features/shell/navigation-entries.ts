import type { LucideIcon } from 'lucide-react';
import { NAVIGATION_GROUPS, type NavigationEntry } from '../../feature';
import { FEATURES } from '../../features';

export interface NavigationItem extends NavigationEntry {
  icon: LucideIcon;
}
/** What the bundler found of the features' icons: by file, and in it by the id of the entry. */
export type IconFiles = Record<string, Readonly<Record<string, LucideIcon>>>;

/** The entries for a place in their order, with their icons. Throws for an entry without an icon. */
export function navigationOf(place: NavigationEntry['places'][number], files: IconFiles): readonly NavigationItem[] {
  const icons: Record<string, LucideIcon> = Object.assign({}, ...Object.values(files));
  const rank = ({ group, order }: NavigationEntry): number => NAVIGATION_GROUPS.indexOf(group) * 1_000 + order;
  return FEATURES.flatMap(({ navigation }) => navigation)
    .filter(({ places }) => places.includes(place))
    .sort((a, b) => rank(a) - rank(b))
    .map((entry) => {
      const icon = icons[entry.id];
      if (!icon) throw new Error(`no icon for ${entry.id}`);
      return { ...entry, icon };
    });
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
