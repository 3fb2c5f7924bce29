import type { Feature } from '../../feature';

/** Deep research: clarifying questions, a plan, the work, and a report. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'research',
  screens: [{ path: 'research/:deepResearchId', file: 'routes/workspace/research.tsx', layout: 'workspace' }],
  navigation: [],
} satisfies Feature;
