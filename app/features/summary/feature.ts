import type { Feature } from '../../feature';

/** Summary and analysis are tabs of the screen of a meeting. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'summary',
  screens: [],
  navigation: [],
} satisfies Feature;
