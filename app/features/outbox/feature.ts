import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'outbox',
  screens: [
    { path: 'outbox', file: 'routes/workspace/outbox.tsx', layout: 'workspace' },
    { path: 'conflicts', file: 'routes/workspace/conflicts.tsx', layout: 'workspace' },
  ],
  navigation: [{ id: 'outbox', group: 'device', order: 1, href: '/outbox', places: ['palette'] }],
} satisfies Feature;
