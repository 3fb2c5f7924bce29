import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'notifications', group: 'work', order: 8, href: '/notifications', shownIn: ['palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'notifications',
  screens: [{ path: 'notifications', file: 'routes/workspace/notifications.tsx', layout: 'workspace' }],
  navigation,
} satisfies Feature;
