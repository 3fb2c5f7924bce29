import type { Feature } from '../../feature';

export const feature = {
  access: 'public',
  offline: 'workspace',
  namespace: 'shell',
  screens: [{ path: 'shell', file: 'routes/shell.tsx' }],
  navigation: [],
} satisfies Feature;
