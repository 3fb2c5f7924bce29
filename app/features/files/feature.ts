import type { Feature } from '../../feature';

/** Files are a tab of a project’s screen, and a sheet on it. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'files',
  screens: [],
  navigation: [],
} satisfies Feature;
