import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'home', group: 'work', order: 1, href: '/search', shownIn: ['sidebar', 'bottomBar', 'palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'shell',
  screens: [{ path: 'search', file: 'routes/workspace/search.tsx', layout: 'workspace' }],
  navigation,
} satisfies Feature;
