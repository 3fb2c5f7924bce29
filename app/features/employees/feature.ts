import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'employees', group: 'console', order: 3, href: '/admin/employees', shownIn: ['console'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'admin',
  offline: 'console',
  namespace: 'admin',
  screens: [{ path: 'admin/employees', file: 'routes/admin/employees.tsx', layout: 'console' }],
  navigation,
} satisfies Feature;
