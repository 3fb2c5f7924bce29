import type { Feature } from '../../feature';

/** Links are a tab of a project’s screen, and a sheet on it. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'links',
  screens: [],
  navigation: [],
} satisfies Feature;
