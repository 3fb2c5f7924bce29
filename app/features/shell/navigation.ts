import { FileText, Folder, House, Settings, ShieldCheck, type LucideIcon } from 'lucide-react';
import { paths } from '~/paths';

/** A place of the sidebar. Entries appear with their screens. */
export interface NavigationItem {
  id: 'home' | 'projects' | 'meetings' | 'settings' | 'admin';
  href: string;
  icon: LucideIcon;
  /** true for the addresses that belong to the place */
  owns: (pathname: string) => boolean;
}

export const NAVIGATION: readonly NavigationItem[] = [
  { id: 'home', href: paths.home(), icon: House, owns: (p) => p === '/search' },
  {
    id: 'projects',
    href: paths.projects(),
    icon: Folder,
    owns: (p) => p.startsWith('/my-base') || p.startsWith('/project'),
  },
  {
    id: 'meetings',
    href: paths.meetings(),
    icon: FileText,
    owns: (p) => p.startsWith('/meeting') || p === '/recovery',
  },
  { id: 'settings', href: paths.settings(), icon: Settings, owns: (p) => p === '/settings' },
];

/** Of the sidebar, for whom the console is open; it lies outside the workspace. */
export const ADMIN_PLACE: NavigationItem = {
  id: 'admin',
  href: paths.admin.overview(),
  icon: ShieldCheck,
  owns: () => false,
};
/** Whether a person has the authority; the server asks again. */
export const runsConsole = (account: { authorityCodes: readonly string[] } | null): boolean =>
  account?.authorityCodes.includes('ADMIN_CONSOLE') ?? false;
