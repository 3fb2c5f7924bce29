import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'terminology', group: 'manage', order: 5, href: '/settings/terminology', shownIn: ['palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'terminology',
  screens: [{ path: 'settings/terminology', file: 'routes/workspace/terminology.tsx', layout: 'workspace' }],
  navigation,
} satisfies Feature;
