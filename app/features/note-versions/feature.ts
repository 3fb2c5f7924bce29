import type { Feature } from '../../feature';

/** The version history is a dialog of the screens of notes and meetings. */
export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'versions',
  screens: [],
  navigation: [],
} satisfies Feature;
