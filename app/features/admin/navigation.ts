/**
 * The places of the console, in the order of its navigation. A screen joins by three lines, in its own change:
 *
 *   app/routes.ts    route('admin/employees', 'routes/admin/employees.tsx'), inside the layout of the console
 *   here             { id: 'employees', href: paths.admin.employees(), icon: Users },
 *   the route        loader, clientLoader (server.ts, keep-last.ts); its texts in `admin` under its own key
 *
 * Names of all places are in the texts already: `admin:frame.place.<id>`.
 */
import {
  ChartNoAxesColumn,
  ListChecks,
  Network,
  PanelsTopLeft,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '~/paths';

export interface ConsoleNavigationItem {
  id: 'overview' | 'organization' | 'employees' | 'livepage' | 'settings' | 'ip' | 'ipLogs' | 'audit';
  href: string;
  icon: LucideIcon;
}

export const CONSOLE_PLACES: readonly ConsoleNavigationItem[] = [
  { id: 'overview', href: paths.admin.overview(), icon: ChartNoAxesColumn },
  { id: 'organization', href: paths.admin.organization(), icon: Network },
  { id: 'employees', href: paths.admin.employees(), icon: Users },
  { id: 'livepage', href: paths.admin.livePage(), icon: PanelsTopLeft },
  { id: 'settings', href: paths.admin.settings(), icon: Settings },
  { id: 'ip', href: paths.admin.ipManagement(), icon: ShieldCheck },
  { id: 'ipLogs', href: paths.admin.ipLogs(), icon: ListChecks },
  { id: 'audit', href: paths.admin.audit(), icon: ScrollText },
];

/** True for the addresses that belong to a place. */
export const owns = (place: ConsoleNavigationItem, pathname: string): boolean =>
  pathname === place.href || pathname.startsWith(`${place.href}/`);
