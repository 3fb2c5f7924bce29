import type { Feature } from '../../feature';

export const feature = {
  access: 'member',
  offline: 'none',
  namespace: 'account',
  screens: [
    { path: 'auth/authorization', file: 'routes/auth/authorization.tsx' },
    { path: 'auth/desktop', file: 'routes/auth/desktop.tsx' },
  ],
  navigation: [],
} satisfies Feature;
