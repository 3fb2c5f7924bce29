import type { Feature } from '../../feature';

export const feature = {
  access: 'public',
  offline: 'none',
  namespace: null,
  screens: [{ path: 'gallery', file: 'routes/public/gallery.tsx' }],
  navigation: [],
} satisfies Feature;
