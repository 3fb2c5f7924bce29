import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'shell',
  screens: [{ path: 'search', file: 'routes/workspace/search.tsx', layout: 'workspace' }],
  navigation: [{ id: 'home', group: 'work', order: 1, href: '/search', places: ['sidebar', 'bottomBar', 'palette'] }],
} satisfies Feature;
