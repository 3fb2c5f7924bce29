import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'ip', group: 'console', order: 6, href: '/admin/ip-management', shownIn: ['console'] },
  { id: 'ipLogs', group: 'console', order: 7, href: '/admin/ip-logs', shownIn: ['console'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'admin',
  offline: 'console',
  namespace: 'admin',
  screens: [
    { path: 'admin/ip-management', file: 'routes/admin/ip-management.tsx', layout: 'console' },
    { path: 'admin/ip-logs', file: 'routes/admin/ip-logs.tsx', layout: 'console' },
    { path: 'admin/ip-logs/csv', file: 'routes/admin/ip-logs-csv.ts', offline: 'none' },
    { path: 'ip-blocked', file: 'routes/public/ip-blocked.tsx', access: 'public', offline: 'none' },
  ],
  navigation,
} satisfies Feature;
