import { FileText, Folder, House, Settings, type LucideIcon } from 'lucide-react';
import { paths } from '~/paths';

/** A place of the sidebar. Entries appear with their screens. */
export interface Place {
  id: 'home' | 'projects' | 'meetings' | 'settings';
  href: string;
  icon: LucideIcon;
  /** true for the addresses that belong to the place */
  owns: (pathname: string) => boolean;
}

export const PLACES: readonly Place[] = [
  { id: 'home', href: paths.home(), icon: House, owns: (p) => p === '/search' },
  { id: 'projects', href: paths.projects(), icon: Folder, owns: (p) => p.startsWith('/my-base') || p.startsWith('/project') },
  { id: 'meetings', href: paths.meetings(), icon: FileText, owns: (p) => p.startsWith('/meeting') || p === '/recovery' },
  { id: 'settings', href: paths.settings(), icon: Settings, owns: (p) => p === '/settings' },
];
