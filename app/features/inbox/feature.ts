import type { Feature, NavigationEntry } from '../../feature';

export const navigation = [
  { id: 'inbox', group: 'work', order: 9, href: '/workshop/inbox', shownIn: ['sidebar', 'palette'] },
] as const satisfies readonly NavigationEntry[];

export const feature = {
  access: 'member',
  offline: 'workspace',
  namespace: 'inbox',
  screens: [
    { path: 'workshop/inbox', file: 'routes/workspace/inbox.tsx', layout: 'workspace' },
    { path: 'workshop/inbox/tasks/:taskId', file: 'routes/workspace/inbox-task.tsx', layout: 'workspace' },
  ],
  navigation,
} satisfies Feature;
