import type { Feature } from '../../feature';

export const feature = {
  access: 'admin',
  offline: 'console',
  namespace: 'admin',
  screens: [{ path: 'admin/employees', file: 'routes/admin/employees.tsx', layout: 'console' }],
  navigation: [{ id: 'employees', group: 'console', order: 3, href: '/admin/employees', places: ['console'] }],
} satisfies Feature;
