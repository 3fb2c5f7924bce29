import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'sharing',
  screens: [
    { path: 'access-request/:kind/:id/:userId', file: 'routes/workspace/access-request.tsx', layout: 'workspace' },
  ],
  navigation: [],
} satisfies Feature;
