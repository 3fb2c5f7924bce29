import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'gadget',
  screens: [{ path: 'gadgets', file: 'routes/workspace/gadgets.tsx', layout: 'workspace' }],
  navigation: [],
} satisfies Feature;
