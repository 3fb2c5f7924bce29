import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'recorder',
  screens: [{ path: 'recovery', file: 'routes/workspace/recovery.tsx', layout: 'workspace' }],
  navigation: [],
} satisfies Feature;
