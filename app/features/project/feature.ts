import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  {
    id: 'projects',
    group: 'work',
    order: 2,
    href: '/my-base/project',
    owns: ['/my-base', '/project'],
    shownIn: ['sidebar', 'bottomBar', 'palette'],
  },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'project',
  screens: [
    { path: 'my-base', file: 'routes/workspace/my-base.tsx', layout: 'workspace' },
    { path: 'my-base/project', file: 'routes/workspace/projects.tsx', layout: 'workspace' },
    { path: 'project/:projectId', file: 'routes/workspace/project.tsx', layout: 'workspace' },
  ],
  navigation,
} satisfies Feature;
