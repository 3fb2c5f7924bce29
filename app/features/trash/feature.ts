import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'trash', group: 'manage', order: 4, href: '/trash', shownIn: ['sidebar', 'palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'trash',
  screens: [{ path: 'trash', file: 'routes/workspace/trash.tsx', layout: 'workspace' }],
  navigation,
} satisfies Feature;
