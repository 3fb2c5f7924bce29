import type { Feature } from '../../feature';

export const feature = {
  access: 'admin',
  offline: 'console',
  namespace: 'admin',
  screens: [{ path: 'admin/organization', file: 'routes/admin/organization.tsx', layout: 'console' }],
  navigation: [{ id: 'organization', group: 'console', order: 2, href: '/admin/organization', places: ['console'] }],
} satisfies Feature;
