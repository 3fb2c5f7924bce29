import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'history',
  screens: [{ path: 'project/:projectId/history', file: 'routes/workspace/project-history.tsx', layout: 'workspace' }],
  navigation: [],
} satisfies Feature;
