import type { Feature } from '../../feature';

/** Summary templates are a section of the settings, and a dialog of the meeting. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'templates',
  screens: [],
  navigation: [],
} satisfies Feature;
