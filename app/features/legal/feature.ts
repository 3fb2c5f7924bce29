import type { Feature } from '../../feature';

export const feature = {
  access: 'public',
  offline: 'none',
  namespace: 'legal',
  screens: [
    { path: 'legal/usage-terms', file: 'routes/legal/usage-terms.tsx' },
    { path: 'legal/privacy-policy', file: 'routes/legal/privacy-policy.tsx' },
    { path: 'legal/specific-based', file: 'routes/legal/specific-based.tsx' },
    { path: 'contact', file: 'routes/legal/contact.tsx' },
  ],
  navigation: [],
} satisfies Feature;
