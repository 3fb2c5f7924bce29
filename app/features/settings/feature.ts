import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'settings', group: 'manage', order: 1, href: '/settings', shownIn: ['sidebar', 'bottomBar', 'palette'] },
  { id: 'storage', group: 'device', order: 2, href: '/settings?section=storage', shownIn: ['palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'settings',
  screens: [{ path: 'settings', file: 'routes/workspace/settings.tsx', layout: 'workspace' }],
  navigation,
} satisfies Feature;
