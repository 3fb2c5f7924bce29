import type { Feature } from '../../feature';

/** Deep research: a dialogue that becomes a plan, and a plan that becomes a report. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'research',
  screens: [{ path: 'research/:deepResearchId', file: 'routes/workspace/research.tsx', layout: 'workspace' }],
  navigation: [],
} satisfies Feature;
