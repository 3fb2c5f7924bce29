import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'common',
  screens: [{ path: 'share', file: 'routes/workspace/share.tsx', layout: 'workspace' }],
  navigation: [],
} satisfies Feature;
