import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'help', group: 'manage', order: 3, href: '/help', shownIn: ['sidebar', 'palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'help',
  screens: [{ path: 'help', file: 'routes/workspace/help.tsx', layout: 'workspace' }],
  navigation,
} satisfies Feature;
