import type { Feature } from '../../feature';

export const feature = {
  access: 'public',
  offline: 'none',
  namespace: 'auth',
  screens: [
    { path: 'auth/login', file: 'routes/auth/login.tsx' },
    { path: 'auth/register', file: 'routes/auth/register.tsx' },
    { path: 'auth/forgot-password', file: 'routes/auth/forgot-password.tsx' },
    { path: 'auth/verification-success', file: 'routes/auth/verification-success.tsx' },
    { path: 'auth/update-password', file: 'routes/auth/update-password.tsx', access: 'member' },
    { path: 'auth/ownership-transferred', file: 'routes/auth/ownership-transferred.tsx', access: 'member' },
  ],
  navigation: [],
} satisfies Feature;
