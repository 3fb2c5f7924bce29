import type { Feature } from '../../feature';

export const feature = {
  access: 'public',
  offline: 'workspace',
  namespace: 'landing',
  screens: [{ path: '', file: 'routes/index.tsx' }],
  navigation: [],
} satisfies Feature;
