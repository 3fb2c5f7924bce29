import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  {
    id: 'admin',
    group: 'manage',
    order: 2,
    href: '/admin/overview',
    shownIn: ['sidebar', 'palette'],
    access: 'admin',
  },
  { id: 'overview', group: 'console', order: 1, href: '/admin/overview', shownIn: ['console'] },
  { id: 'livepage', group: 'console', order: 4, href: '/admin/livepage', shownIn: ['console'] },
  { id: 'settings', group: 'console', order: 5, href: '/admin/settings', shownIn: ['console'] },
  { id: 'audit', group: 'console', order: 8, href: '/admin/audit', shownIn: ['console'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'admin',
  offline: 'console',
  namespace: 'admin',
  screens: [
    { path: 'admin', file: 'routes/admin/index.tsx' },
    { path: 'admin/search-words', file: 'routes/admin/search-words.ts' },
    { path: 'admin/overview', file: 'routes/admin/overview.tsx', layout: 'console' },
    { path: 'admin/livepage', file: 'routes/admin/livepage.tsx', layout: 'console' },
    { path: 'admin/settings', file: 'routes/admin/settings.tsx', layout: 'console' },
    { path: 'admin/settings/knowledge-sources', file: 'routes/admin/knowledge-sources.tsx', layout: 'console' },
    { path: 'admin/settings/ai', file: 'routes/admin/ai-providers.tsx', layout: 'console' },
    { path: 'admin/settings/agents', file: 'routes/admin/agents.tsx', layout: 'console' },
    { path: 'admin/audit', file: 'routes/admin/audit.tsx', layout: 'console' },
    { path: 'admin/audit/export', file: 'routes/admin/audit-export.ts', offline: 'none' },
    { path: 'no-access', file: 'routes/public/no-access.tsx', access: 'member', offline: 'none' },
  ],
  navigation,
} satisfies Feature;
