import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'organization', group: 'console', order: 2, href: '/admin/organization', shownIn: ['console'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'admin',
  offline: 'console',
  namespace: 'admin',
  screens: [{ path: 'admin/organization', file: 'routes/admin/organization.tsx', layout: 'console' }],
  navigation,
} satisfies Feature;
