import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'outbox', group: 'device', order: 1, href: '/outbox', shownIn: ['palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'outbox',
  screens: [
    { path: 'outbox', file: 'routes/workspace/outbox.tsx', layout: 'workspace' },
    { path: 'conflicts', file: 'routes/workspace/conflicts.tsx', layout: 'workspace' },
  ],
  navigation,
} satisfies Feature;
