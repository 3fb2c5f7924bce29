import type { Feature } from '../../feature';

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
  navigation: [
    { id: 'ip', group: 'console', order: 6, href: '/admin/ip-management', places: ['console'] },
    { id: 'ipLogs', group: 'console', order: 7, href: '/admin/ip-logs', places: ['console'] },
  ],
} satisfies Feature;
