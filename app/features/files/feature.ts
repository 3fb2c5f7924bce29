import type { Feature } from '../../feature';

/** Files of projects. Their screens are a tab of the project screen and a sheet over it. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'files',
  screens: [],
  navigation: [],
} satisfies Feature;
